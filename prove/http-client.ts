import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { PORTS } from './test-environment.ts';

export type HttpRequest = {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | undefined;
};
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; ms: number };
export type HttpClient = { ask(question: HttpRequest): Promise<Reply>; close(): void };

/** Asks the shop over connections that are kept; throws when there is no answer in time. */
export function openHttpClient({ atOnce, patienceMs }: { atOnce: number; patienceMs: number }): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const ask = ({ method, path, headers, body }: HttpRequest): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      const at = { agent, host: '127.0.0.1', port: PORTS.shop, timeout: patienceMs };
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = request({ ...at, method, path, headers: { ...length, ...headers } }, (response) => {
        response.toArray().then((chunks) => {
          const [status, text] = [response.statusCode ?? 0, Buffer.concat(chunks).toString()];
          resolve({ status, headers: response.headers, text, ms: performance.now() - start });
        }, reject);
      });
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${patienceMs / 1000} s`)));
      sent.once('error', reject);
      sent.end(body);
    });
  return { ask, close: () => agent.destroy() };
}
