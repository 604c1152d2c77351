import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/calls/call.ts';
import { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { type Guard, type Handler, type Options, serveCall } from '#server/platform/http/serve-call.ts';
import { PRIVATE, signedIn } from './signed-in.ts';

/** A guard of its own, where one stands in for `signedIn` or is added to it. */
type OwnGuard = Pick<Guard, 'onRequest' | 'errorHandler'>;

/** Serves calls of the shop: to whoever is signed in, or to everybody, as the call says. */
export const serveShopper = (app: FastifyInstance, deps: Deps) => {
  const onRequest = signedIn(deps);
  return <C extends Call & { may: 'everybody' | 'shopper' }>(
    call: C,
    handler: Handler<C>,
    { onRequest: ownGuard, errorHandler, ...options }: Options & OwnGuard = {},
  ): void => {
    const isPrivate = call.may === 'shopper';
    const guard: Guard = {
      ...(isPrivate && { onRequest }),
      ...(ownGuard && { onRequest: ownGuard }),
      ...(errorHandler && { errorHandler }),
      marks: isPrivate ? PRIVATE : {},
      refusals: isPrivate ? { 401: Detail } : {},
    };
    serveCall(app, call, guard, handler, options);
  };
};
