import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/calls/call.ts';
import { Detail, MayNot } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { type Guard, type Handler, type Options, serveCall } from '#server/platform/http/serve-call.ts';
import { AT_DESK, atDesk, atDoor } from './at-desk.ts';
import { requireConfirmed } from './sign-in/require-confirmed.ts';

/** Serves calls of the desk to those who may, and to nobody else. */
export const serveAtDesk =
  (app: FastifyInstance, deps: Deps) =>
  <C extends Call & { may: Exclude<Call['may'], 'shopper'> }>(
    call: C,
    handler: Handler<C>,
    options?: Options,
  ): void => {
    const { method, may, confirmed } = call;
    const isOpen = may === 'everybody';
    const right = isOpen || may === 'staff' ? undefined : may;
    const forbidden = confirmed ? MayNot : Detail;
    const guard: Guard = {
      onRequest: isOpen ? atDoor(deps) : atDesk(deps, right),
      ...(confirmed && { preHandler: async ({ colleague }) => requireConfirmed(deps, colleague) }),
      marks: isOpen ? {} : AT_DESK,
      refusals: { ...(!isOpen && { 401: Detail }), ...((right || method !== 'GET') && { 403: forbidden }) },
    };
    serveCall(app, call, guard, handler, options);
  };
