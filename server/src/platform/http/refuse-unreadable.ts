import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestWatch } from '#server/platform/watch/request-watch.ts';

/** What never became a request: too long a head, too slow a sender, or no HTTP at all. */
const REFUSALS: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'Those headers are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'That took too long to arrive.' },
};
const UNREADABLE = { status: 400, detail: 'We could not read that request.' };

/** Closing at once while the client still sends would reset the connection before it has read the response. */
const READ_RESPONSE_MS = 1_000;

/** Replies with our message and headers, then closes the connection, whether or not the client does. */
export const refuseUnreadable =
  (headers: Record<string, string>, watch?: RequestWatch) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const { status, detail } = REFUSALS[error.code ?? ''] ?? UNREADABLE;
    const id = randomUUID();
    watch?.answered({ id, method: 'other', route: 'unreadable', status, ms: undefined });
    const body = JSON.stringify({ detail });
    const all = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': id,
      'content-length': String(body.length),
      connection: 'close',
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    setTimeout(() => socket.destroy(), READ_RESPONSE_MS).unref();
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  };
