import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Call } from '#contract/calls/call.ts';
import { Detail, MayNot } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { type Guard, type Handler, serveCall } from '../http/serve-call.ts';
import { AT_DESK, atDesk } from './at-desk.ts';
import { requireConfirmed } from './require-confirmed.ts';

/** Serves calls of the desk to those who may, and to nobody else. */
export const serveAtDesk =
  (app: FastifyInstance, deps: Deps) =>
  <C extends Call>(call: C, handler: Handler<C>, options: Pick<RouteOptions, 'bodyLimit'> = {}): void => {
    const { method, may, confirmed } = call;
    const right = may === 'staff' ? undefined : may;
    const forbidden = confirmed ? MayNot : Detail;
    const guard: Guard = {
      onRequest: atDesk(deps, right),
      ...(confirmed && { preHandler: async ({ colleague }) => requireConfirmed(deps, colleague) }),
      marks: AT_DESK,
      refusals: { 401: Detail, ...((right || method !== 'GET') && { 403: forbidden }) },
    };
    serveCall(app, call, guard, handler, options);
  };
