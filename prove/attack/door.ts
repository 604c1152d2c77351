import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { INSIDE } from '#server/testing/hostile-input/judge-reply.ts';
import { PORTS } from '../test-environment.ts';

/** Who stands at the door while strangers go in and out. */
export type Door = {
  /** From now on whoever brings no key is taken for someone with this one; nobody, if there is none. */
  lend(key: (() => string) | undefined): void;
  /** From now on everybody comes as they are: someone at this machine. */
  stepAside(): void;
  /** What was heard since the last time: how many answers of each status, and what must not have been said. */
  hear(): Heard;
  close(): Promise<void>;
};

export type Heard = { tried: number; statuses: Map<number, number>; lost: string[] };

const KEPT_BYTES = 200_000;
const MOST_LOST = 50;

/**
 * Stands where the shop's address is, and passes everything on to the shop behind. Each question comes from a network of its
 * own: who asks too much is sent away, and that would hide what they asked for.
 */
export async function openDoor(): Promise<Door> {
  let [count, heard, isAside] = [0, listen(), false];
  let lent: (() => string) | undefined;
  const note = ({ method, url }: IncomingMessage, status: number, text: string) => {
    heard.tried++;
    heard.statuses.set(status, (heard.statuses.get(status) ?? 0) + 1);
    const isWrong = status === 0 || (status >= 500 && status !== 503) || (status >= 400 && INSIDE.test(text));
    if (isWrong && heard.lost.length < MOST_LOST)
      heard.lost.push(`${method} ${url?.slice(0, 300)} was answered ${status}: ${text.slice(0, 300)}`);
  };
  const pass = async (caller: IncomingMessage, reply: ServerResponse) => {
    // Thousands of files under their own names: a stranger's program would look at nothing else.
    if (!isAside && caller.url?.startsWith('/pictures/')) return void reply.writeHead(404).end();
    const number = ++count;
    const network = `10.${128 + ((number >> 16) & 127)}.${(number >> 8) & 255}.${number & 255}`;
    const headers: Record<string, string | string[] | undefined> = {
      ...(!isAside && { 'x-forwarded-for': network }),
      ...(lent && { authorization: `Bearer ${lent()}` }),
      ...caller.headers,
    };
    const at = { host: '127.0.0.1', port: PORTS.behind, agent: false as const };
    const asked = request({ ...at, method: caller.method, path: caller.url, headers });
    // Who is answered before the end of what they send need not send the rest.
    pipeline(caller, asked).catch(() => {});
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const status = answer.statusCode ?? 0;
    let text = '';
    answer.on('data', (chunk) => {
      if (text.length < KEPT_BYTES) text += chunk;
    });
    reply.writeHead(status, answer.headers);
    await pipeline(answer, reply).catch(() => {});
    note(caller, status, text);
  };
  const server = createServer((caller, reply) => {
    pass(caller, reply).catch((error: Error) => {
      // Who hangs up is owed nothing.
      if (!caller.destroyed || caller.complete) note(caller, 0, error.message);
      reply.destroy();
    });
  });
  server.listen(PORTS.shop, '127.0.0.1');
  await once(server, 'listening');
  return {
    lend(key) {
      lent = key;
    },
    stepAside() {
      isAside = true;
    },
    hear() {
      const all = heard;
      heard = listen();
      return all;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const listen = (): Heard => ({ tried: 0, statuses: new Map(), lost: [] });

export const countStatuses = ({ statuses }: Heard): string =>
  [...statuses]
    .sort(([left], [right]) => left - right)
    .map(([status, count]) => `${count} × ${status || 'cut'}`)
    .join(', ');
