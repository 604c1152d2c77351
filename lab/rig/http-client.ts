import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

/** A body that is no text and no bytes is sent as JSON. With a body the method is POST unless another is named. */
export type HttpRequest = { method?: string; path: string; headers?: OutgoingHttpHeaders; body?: unknown };
export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string; ms: number };
export type HttpClient = Disposable & { origin: string; send(request: HttpRequest): Promise<Reply>; close(): void };

/** `ca` is the certificate to trust where the origin speaks TLS. */
type Options = { origin: string; maxSockets?: number; keepAlive?: boolean; timeoutMs?: number; ca?: string };

/** Measures each request until its whole reply is there; rejects when that takes longer than the timeout. */
export function openHttpClient({ origin, keepAlive = true, timeoutMs = 60_000, ...options }: Options): HttpClient {
  const { Agent, request } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive, ...options });
  const { hostname: host, port } = new URL(origin);
  const send = ({ path, headers, body, method = body === undefined ? 'GET' : 'POST' }: HttpRequest): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      const isPlain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
      const bytes = isPlain ? body : JSON.stringify(body);
      const defaults = {
        'accept-encoding': 'identity',
        ...(bytes !== undefined && { 'content-length': Buffer.byteLength(bytes) }),
        ...(!isPlain && { 'content-type': 'application/json' }),
      };
      const options = { agent, host, port, method, path, headers: { ...defaults, ...headers }, timeout: timeoutMs };
      const sent = request(options, (response) => {
        response.toArray().then((chunks) => {
          const [body, ms] = [Buffer.concat(chunks), performance.now() - start];
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body, ms, text: body.toString() });
        }, reject);
      });
      sent.once('timeout', () => sent.destroy(new Error(`no answer from ${path} within ${timeoutMs / 1000} s`)));
      sent.once('error', reject);
      sent.end(bytes);
    });
  const close = () => agent.destroy();
  return { origin, send, close, [Symbol.dispose]: close };
}

export function requireStatus(status: number, { method = '', path }: HttpRequest, reply: Reply): Reply {
  if (reply.status === status) return reply;
  throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
}

export async function getOk(client: HttpClient, path: string): Promise<Reply> {
  return requireStatus(200, { path }, await client.send({ path }));
}

/** Repeats what is refused with 503 after the seconds that the refusal names, and not all clients in the same moment. */
export function retryWhenBusy(client: HttpClient, maxRetries = 100): HttpClient & { retries(): number } {
  let retries = 0;
  const send: HttpClient['send'] = async (request) => {
    for (;;) {
      const reply = await client.send(request);
      const seconds = Number(reply.headers['retry-after']);
      if (reply.status !== 503 || Number.isNaN(seconds)) return reply;
      if (++retries > maxRetries) throw new Error(`${request.path} was answered 503 again and again`);
      await sleep(seconds * 1000 * (1 + Math.random()));
    }
  };
  return { ...client, send, retries: () => retries };
}

/** The longest that another client waits for `path` while `work` goes on. */
export async function longestWait<T>(origin: string, path: string, work: () => Promise<T>) {
  using other = openHttpClient({ origin, maxSockets: 1 });
  let [isDone, waitedMs] = [false, 0];
  const waiting = (async () => {
    for (; !isDone; await sleep(5)) waitedMs = Math.max(waitedMs, (await getOk(other, path)).ms);
  })();
  const result = await work().finally(() => {
    isDone = true;
  });
  await waiting;
  return { result, waitedMs };
}
