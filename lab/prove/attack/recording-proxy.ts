import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { INSIDE } from '#server/testing/hostile-input/judge-reply.ts';
import { PORTS } from '../test-environment.ts';

/** A proxy before the shop that records the replies. */
export type RecordingProxy = AsyncDisposable & {
  /** Adds this access token to requests without one. */
  addToken(key: (() => string) | undefined): void;
  /** Passes requests on unchanged from now on. */
  passThrough(): void;
  /** The replies since the last time: how many of each status, and those that must not be sent. */
  takeRecorded(): Recorded;
};

export type Recorded = { tried: number; statuses: Map<number, number>; lost: string[] };

const MOST_BYTES = 200_000;
const MOST_LOST = 50;

/**
 * Listens at the shop's address, and passes everything on to the shop behind. Each request comes from a network of its own:
 * otherwise rate limits would refuse it, and that would hide what it does.
 */
export async function openRecordingProxy(): Promise<RecordingProxy> {
  let [count, recorded, isTransparent] = [0, listen(), false];
  let token: (() => string) | undefined;
  const note = ({ method, url }: IncomingMessage, status: number, text: string) => {
    recorded.tried++;
    recorded.statuses.set(status, (recorded.statuses.get(status) ?? 0) + 1);
    const isWrong = status === 0 || (status >= 500 && status !== 503) || (status >= 400 && INSIDE.test(text));
    if (isWrong && recorded.lost.length < MOST_LOST)
      recorded.lost.push(`${method} ${url?.slice(0, 300)} was answered ${status}: ${text.slice(0, 300)}`);
  };
  const pass = async (caller: IncomingMessage, reply: ServerResponse) => {
    // There are thousands of picture files: a crawler would request nothing else.
    if (!isTransparent && caller.url?.startsWith('/pictures/')) return void reply.writeHead(404).end();
    const number = ++count;
    const network = `10.${128 + ((number >> 16) & 127)}.${(number >> 8) & 255}.${number & 255}`;
    const headers: Record<string, string | string[] | undefined> = {
      ...(!isTransparent && { 'x-forwarded-for': network }),
      ...(token && { authorization: `Bearer ${token()}` }),
      ...caller.headers,
    };
    const at = { host: '127.0.0.1', port: PORTS.behind, agent: false as const };
    const asked = request({ ...at, method: caller.method, path: caller.url, headers });
    // A request that is answered before its end need not be sent whole.
    pipeline(caller, asked).catch(() => {});
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const status = answer.statusCode ?? 0;
    let text = '';
    answer.on('data', (chunk) => {
      if (text.length < MOST_BYTES) text += chunk;
    });
    reply.writeHead(status, answer.headers);
    await pipeline(answer, reply).catch(() => {});
    note(caller, status, text);
  };
  const server = createServer((caller, reply) => {
    pass(caller, reply).catch((error: Error) => {
      // A client that closed the connection gets no reply.
      if (!caller.destroyed || caller.complete) note(caller, 0, error.message);
      reply.destroy();
    });
  });
  server.listen(PORTS.shop, '127.0.0.1');
  await once(server, 'listening');
  return {
    addToken(key) {
      token = key;
    },
    passThrough() {
      isTransparent = true;
    },
    takeRecorded() {
      const all = recorded;
      recorded = listen();
      return all;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

const listen = (): Recorded => ({ tried: 0, statuses: new Map(), lost: [] });

export const countStatuses = ({ statuses }: Recorded): string =>
  [...statuses]
    .sort(([left], [right]) => left - right)
    .map(([status, count]) => `${count} × ${status || 'cut'}`)
    .join(', ');
