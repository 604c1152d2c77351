import { type Dispatcher, Client as Undici } from 'undici';
import type { HttpRequest } from '../../rig/http-client.ts';

const TIMEOUT_MS = 60_000;

export type Reply = Pick<Dispatcher.ResponseData, 'headers'> & { text: string };
/** One connection that stays open, for one request at a time. */
export type Connection = AsyncDisposable & { send(request: HttpRequest): Promise<Reply> };

/**
 * By undici, because the client shares two cores with the server: a client that costs more than the server would be what
 * is measured. Throws at any reply but success.
 */
export function openConnection(url: string): Connection {
  const client = new Undici(url, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  return {
    async send({ path, body, method = body === undefined ? 'GET' : 'POST', headers = {} }) {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const reply = await client.request({
        method: method as Dispatcher.HttpMethod,
        path,
        headers: { ...headers, ...json },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await reply.body.text();
      if (reply.statusCode >= 200 && reply.statusCode < 300) return { headers: reply.headers, text };
      throw new Error(`${method} ${url}${path} was answered ${reply.statusCode}: ${text.slice(0, 500)}`);
    },
    [Symbol.asyncDispose]: () => client.destroy(),
  };
}

export const readJson = <T>({ text }: Reply): T => JSON.parse(text) as T;
