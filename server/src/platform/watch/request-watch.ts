import type { IncomingMessage } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import type { RequestCounts } from './request-counts.ts';

/** An answer, by the pattern of its route: the URL may have a key in it, and there is no end to URLs. */
export type Answer = {
  id: string;
  method: string;
  route: string;
  status: number;
  /** Undefined for a line of events, which stays open for hours. */
  ms: number | undefined;
  /** The request, if it was traced. */
  span?: Span | undefined;
};

/** What OpenTelemetry needs of the shop: traces.ts, loaded only where an endpoint is set. */
export type RequestTraces = {
  /** Begins the span of a request; statements that are run for it are its children. */
  begin(request: IncomingMessage, id: string, startedAt?: number): Span;
  end(answer: Answer): void;
};

export type RequestWatch = {
  begin(request: IncomingMessage, id: string): Span | undefined;
  /** Called once for each request that Fastify answered, or refused. */
  answered(answer: Answer): void;
  /** Called for what the response cache answered: these are most of all requests. */
  answeredFromCache(request: IncomingMessage, route: string, status: number, startedAt: number): void;
};

type Watched = {
  config: Pick<Config, 'logLevel'>;
  log: FastifyBaseLogger;
  requestId: (request: IncomingMessage) => string;
  counts: RequestCounts | undefined;
  traces: RequestTraces | undefined;
};

/** Counts, logs and traces requests; undefined where none of these is wanted, so that it costs nothing. */
export function createRequestWatch({ config, log, requestId, counts, traces }: Watched): RequestWatch | undefined {
  const isLogged = config.logLevel === 'info' || config.logLevel === 'debug';
  if (!isLogged && !counts && !traces) return undefined;

  const logAnswer = ({ id, method, route, status, ms }: Answer) =>
    log.info(
      { request: id, method, route, status, ms: ms === undefined ? null : Math.round(ms * 100) / 100 },
      'Answered',
    );

  return {
    begin: (request, id) => traces?.begin(request, id),
    answered(answer) {
      const method = knownMethod(answer.method);
      counts?.add(method, answer.route, answer.status, answer.ms);
      if (isLogged) logAnswer({ ...answer, method });
      if (answer.span) traces?.end({ ...answer, method });
    },
    answeredFromCache(request, route, status, startedAt) {
      const ms = performance.now() - startedAt;
      counts?.add('GET', route, status, ms);
      if (!isLogged && !traces) return;
      const id = requestId(request);
      const answer = { id, method: 'GET', route, status, ms };
      if (isLogged) logAnswer(answer);
      traces?.end({ ...answer, span: traces.begin(request, id, startedAt) });
    },
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Node reads some thirty methods, of which the shop has these. */
const knownMethod = (method: string): string => (METHODS.has(method) ? method : 'other');
