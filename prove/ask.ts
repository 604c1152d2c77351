import { type IncomingMessage, request } from 'node:http';

const PATIENCE_MS = 20_000;

export type Call = { body?: unknown; token?: string; network?: string };
export type Answer<T> = { status: number; json: T };

/**
 * Asks the shop once, on a connection of its own: one that a killed shop left behind would fail the next question too.
 * Throws when there is no answer.
 */
export function ask<T = unknown>(method: string, url: string, { body, token, network }: Call = {}): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const read = async (response: IncomingMessage) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, json: JSON.parse(text || 'null') });
    };
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(network && { 'x-forwarded-for': network }),
    };
    const sent = request(url, { method, headers, agent: false, timeout: PATIENCE_MS }, (response) =>
      read(response).catch(reject),
    );
    sent.once('timeout', () => sent.destroy(new Error(`${url} did not answer.`)));
    sent.once('error', reject);
    sent.end(text);
  });
}

/** Nobody was there to hear it: it can be asked again without having happened. */
export const wasNotHeard = (error: unknown): boolean => (error as NodeJS.ErrnoException)?.code === 'ECONNREFUSED';
