import { connect } from 'node:net';
import { PORTS } from './test-environment.ts';

export type Outcome = {
  /** Of the first reply, if there was any. */
  status: number | undefined;
  statuses: number[];
  /** Until the first reply began, or until the connection was closed. */
  ms: number;
  sentBytes: number;
  /** The shop closed the connection, or its reply is complete; false after our own timeout. */
  isOver: boolean;
  text: string;
};

type How = {
  patienceMs: number;
  /** How long to go on sending after the reply, if there is more to send and the shop does not close the connection. */
  goOnMs?: number;
  port?: number;
};

const MOST_BYTES = 2_000_000;
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;

/** Sends bytes as they are, piece by piece without buffering them, and returns what came back. Never throws. */
export function exchange(
  pieces: Iterable<string | Buffer>,
  { patienceMs, goOnMs = 0, port = PORTS.shop }: How,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const start = performance.now();
    const socket = connect({ host: '127.0.0.1', port });
    let [text, sentBytes, ms] = ['', 0, Number.NaN];
    let [isSent, isAnswered] = [false, false];
    const finish = (isOver: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...text.matchAll(STATUS_LINE)].map(([, status]) => Number(status));
      if (Number.isNaN(ms)) ms = performance.now() - start;
      resolve({ status: statuses[0], statuses, ms, sentBytes, isOver, text });
    };
    let timer = setTimeout(() => finish(false), patienceMs);
    const source = pieces[Symbol.iterator]();
    const send = () => {
      for (;;) {
        const { value, done } = source.next();
        if (done) {
          isSent = true;
          if (isAnswered) finish(true);
          return;
        }
        sentBytes += value.length;
        if (!socket.write(value)) return;
      }
    };
    socket.setNoDelay(true);
    socket.once('connect', send);
    socket.on('drain', send);
    socket.on('data', (chunk) => {
      if (Number.isNaN(ms)) ms = performance.now() - start;
      if (text.length < MOST_BYTES) text += chunk.toString('latin1');
      if (isAnswered || !isWhole(text)) return;
      isAnswered = true;
      if (isSent || goOnMs === 0) return finish(true);
      clearTimeout(timer);
      timer = setTimeout(() => finish(false), goOnMs);
    });
    // A reset after the answer is an answer all the same.
    socket.once('error', () => {});
    socket.once('end', () => finish(true));
    socket.once('close', () => finish(true));
  });
}

/** Whether the first final reply is complete, by its headers. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  if (/^HTTP\/1\.1 1\d\d/.test(text)) return isWhole(text.slice(end + 4));
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length - end - 4 >= Number(length);
  return /^HTTP\/1\.1 (204|304)/.test(text) || text.endsWith('\r\n0\r\n\r\n');
}
