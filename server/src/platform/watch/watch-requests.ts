import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sender } from '#server/platform/concurrency-limit.ts';
import { type CurrentRequest, currentRequest, runFor } from './current-request.ts';
import type { RequestWatch } from './request-watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** None of a call that a page makes within the process: it belongs to the request for that page. */
    current: CurrentRequest | null;
    /** The name under which it is counted and logged, if that is not the pattern of its route. */
    countedAs: string | null;
  }
  interface FastifyContextConfig {
    /** It is answered with a line of events, which stays open. */
    isEndless?: boolean;
  }
}

/** What no route answers, under one name: there is no end to what strangers try. */
export const UNKNOWN_ROUTE = 'unknown';

/** The request for a page, of which this is a call within the process. */
export const findOuterRequest = (raw: unknown): CurrentRequest | undefined =>
  raw instanceof IncomingMessage ? undefined : currentRequest();

/**
 * Every answer that Fastify makes names its request, and so does all that is logged on the way. A body is read by events that know
 * nothing of the request, so it is named again afterwards.
 */
export function watchRequests(
  app: FastifyInstance,
  watch: RequestWatch | undefined,
  senderOf: (address: string | undefined) => Sender,
): void {
  app.decorateRequest('current', null);
  app.decorateRequest('countedAs', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const outer = findOuterRequest(request.raw);
    if (!outer) {
      const span = watch?.begin(request.raw, request.id);
      request.current = { id: request.id, span, sender: senderOf(request.ip) };
    }
    runFor(outer ?? (request.current as CurrentRequest), done);
  });
  app.addHook('preValidation', (request, _reply, done) => (request.current ? runFor(request.current, done) : done()));
  if (!watch) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (request.current) {
      const { id, span, heldMs = 0 } = request.current;
      const ms = request.routeOptions.config.isEndless ? undefined : reply.elapsedTime - heldMs;
      watch.answered({ id, method: request.method, route: routeOf(request), status: reply.statusCode, ms, span });
    }
    done();
  });
}

const routeOf = ({ countedAs, routeOptions }: FastifyRequest): string => countedAs ?? routeOptions.url ?? UNKNOWN_ROUTE;
