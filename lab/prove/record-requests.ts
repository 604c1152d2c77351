import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** What happened to the requests of this process. */
export type RequestLog = {
  /** No shop listened: no request was sent. */
  refused: number;
  /** A kept connection was closed just when it was used again; the client retries on a new one, as browsers do. */
  reused: number;
  /** Cut off, or never answered. */
  cut: string[];
  /** 503 without Retry-After. */
  withoutRetryAfter: string[];
  failed: string[];
  /** Every reply, with the milliseconds until it began. */
  answers: { method: string; path: string; ms: number }[];
};

const REQUEST_START = 'http.client.request.start';
const REQUEST_ERROR = 'http.client.request.error';
const RESPONSE_FINISH = 'http.client.response.finish';

/** Records every request of this process until `stop`. */
export function recordRequests(): RequestLog & { stop(): void } {
  const recorded: RequestLog = { refused: 0, reused: 0, cut: [], withoutRetryAfter: [], failed: [], answers: [] };
  const starts = new WeakMap<ClientRequest, number>();
  const onStart = (message: unknown) => starts.set((message as { request: ClientRequest }).request, performance.now());
  const onError = (message: unknown) => {
    const { request, error } = message as { request: ClientRequest; error: NodeJS.ErrnoException };
    if (error.code === 'ECONNREFUSED') recorded.refused++;
    else if (request.reusedSocket && error.code === 'ECONNRESET') recorded.reused++;
    else recorded.cut.push(`${nameOf(request)}: ${error.code ?? error.message}`);
  };
  const onAnswer = (message: unknown) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    const { statusCode = 0, headers } = response;
    const ms = performance.now() - (starts.get(request) ?? Number.NaN);
    recorded.answers.push({ method: request.method, path: request.path, ms });
    if (statusCode >= 500) recorded.failed.push(`${nameOf(request)}: ${statusCode}`);
    if (statusCode === 503 && !headers['retry-after'])
      recorded.withoutRetryAfter.push(`${nameOf(request)}: 503 without Retry-After`);
    response.once('close', () => {
      if (!response.complete) recorded.cut.push(`${nameOf(request)}: cut off in mid-answer`);
    });
  };
  subscribe(REQUEST_START, onStart);
  subscribe(REQUEST_ERROR, onError);
  subscribe(RESPONSE_FINISH, onAnswer);
  const stop = () => {
    unsubscribe(REQUEST_START, onStart);
    unsubscribe(REQUEST_ERROR, onError);
    unsubscribe(RESPONSE_FINISH, onAnswer);
  };
  // The same object, for those who look while it is still listening.
  return Object.assign(recorded, { stop });
}

const nameOf = ({ method, path }: ClientRequest): string => `${method} ${path}`;
