import { connect, type Socket } from 'node:net';

const PATIENCE_MS = 60_000;
/** Node's servers close connections that are idle for five seconds. */
const SILENCE_MS = 3_000;

export type Question = { method?: string; path: string; headers?: Record<string, string>; body?: unknown };
export type Reply = { status: number; header(name: string): string | undefined; body: Buffer };
/** One kept connection, one request at a time. */
export type Wire = { ask(question: Question): Promise<Reply>; close(): void };

/**
 * As little as speaks HTTP: whoever asks shares two cores with whoever answers, and a client that costs more than the
 * server would be what is measured. Throws at any answer but success.
 */
export function openWire(url: string): Wire {
  const { hostname, port, host } = new URL(url);
  let socket: Socket | undefined;
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  let [head, received, chunks, lastAt] = ['', 0, [] as Buffer[], 0];

  const hangUp = () => {
    const left = socket;
    socket = undefined;
    left?.destroy();
  };
  const fail = (why: string) => {
    hangUp();
    waiting?.reject(new Error(why));
    waiting = undefined;
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (!head && !readHead()) return;
    const whole = wholeBody(head, received, chunks);
    if (!whole) return;
    const told = head;
    const header = (name: string) => new RegExp(`\\r\\n${name}: (.*)`, 'i').exec(told)?.[1];
    const reply = { status: Number(head.slice(9, 12)), header, body: whole };
    const asked = waiting;
    [head, received, chunks, waiting] = ['', 0, [], undefined];
    lastAt = performance.now();
    asked?.resolve(reply);
  };
  const readHead = () => {
    const all = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    if (end < 0) return false;
    head = all.toString('latin1', 0, end);
    chunks = [all.subarray(end + 4)];
    received = all.length - end - 4;
    return true;
  };
  const dial = () => {
    const opened = connect({ host: hostname, port: Number(port) });
    opened.setNoDelay(true);
    opened.setTimeout(PATIENCE_MS, () => opened === socket && fail(`${url} did not answer.`));
    opened.on('data', take);
    opened.on('error', (error) => opened === socket && fail(error.message));
    opened.once('close', () => opened === socket && fail(`${url} hung up.`));
    return opened;
  };
  const ask = async ({ method = 'GET', path, headers = {}, body }: Question): Promise<Reply> => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (text) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
    if (performance.now() - lastAt > SILENCE_MS) hangUp();
    const reply = await new Promise<Reply>((resolve, reject) => {
      waiting = { resolve, reject };
      socket ??= dial();
      socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
    });
    if (reply.status >= 200 && reply.status < 300) return reply;
    throw new Error(`${method} ${url}${path} was answered ${reply.status}: ${reply.body.toString().slice(0, 500)}`);
  };
  return { ask, close: () => fail('We hung up.') };
}

/** The body if it is complete, by its headers. */
function wholeBody(head: string, received: number, chunks: Buffer[]): Buffer | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return received >= Number(length) ? Buffer.concat(chunks) : undefined;
  if (head.slice(9, 12) === '204') return Buffer.alloc(0);
  const all = Buffer.concat(chunks);
  return all.subarray(-5).toString('latin1') === '0\r\n\r\n' ? unchunk(all) : undefined;
}

function unchunk(all: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = all.indexOf('\r\n', at);
    const size = Number.parseInt(all.toString('latin1', at, end), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(all.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

export const readJson = <T>({ body }: Reply): T => JSON.parse(body.toString()) as T;
