import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PORTS } from '../test-environment.ts';

export type Slowness = {
  what: string;
  start: string;
  /** Sent again and again, without an end. */
  drip: string;
  isDeaf?: true;
  /** Within this time the shop closes the connection. */
  endsWithinMs: number;
};

const SECOND = 1_000;
/** The shop checks its timeouts every one to five seconds and lets the client read the last reply; a busy machine adds to it. */
const MORE_MS = 8 * SECOND;
const HOST = 'host: 127.0.0.1\r\n';
const LOGIN = `POST /api/user/login/ HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 60000\r\n\r\n{`;
/** As many requests on one connection as the shop accepts at once. */
const SEVERAL = `GET / HTTP/1.1\r\n${HOST}\r\n`.repeat(16);
/** Until the replies have filled the kernel's buffers; what these have accepted counts as read. */
const FILLED_MS = 30 * SECOND;

/**
 * By the limits that server/src/platform/http/http-server.ts sets: headers 10 s, a whole request 120 s, nothing read 30 s
 * (which Node counts once more when something has been read before).
 */
export const SLOWNESSES: Slowness[] = [
  { what: 'slow headers', start: `GET / HTTP/1.1\r\n${HOST}`, drip: 'x-a: b\r\n', endsWithinMs: 10 * SECOND + MORE_MS },
  { what: 'slow body', start: LOGIN, drip: ' ', endsWithinMs: 120 * SECOND + MORE_MS },
  {
    what: 'slow reading',
    start: SEVERAL,
    drip: SEVERAL,
    isDeaf: true,
    endsWithinMs: FILLED_MS + 2 * 30 * SECOND + MORE_MS,
  },
];

export type Crowd = {
  open(): number;
  refused(): number;
  /** When the shop closed each, in milliseconds since it was opened. */
  endings: number[];
  /** All read from now on: a socket that does not read does not notice that it was closed. */
  listen(): Promise<void>;
  leave(): void;
};

const DRIP_MS = 5 * SECOND;
const LISTEN_MS = 3 * SECOND;
const AT_ONCE = 50;

/** So many connections of one kind, each sending a little every five seconds. */
export async function gather({ start, drip, isDeaf }: Slowness, count: number): Promise<Crowd> {
  const sockets = new Set<Socket>();
  const endings: number[] = [];
  let [refused, isOver] = [0, false];
  const come = () => {
    const since = performance.now();
    const socket = connect({ host: '127.0.0.1', port: PORTS.shop });
    let isOpen = false;
    sockets.add(socket);
    socket.once('connect', () => {
      isOpen = true;
      socket.write(start);
      if (isDeaf) socket.pause();
      else socket.resume();
    });
    socket.on('error', () => {});
    // Hung up on: there is nothing more to say.
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      if (isOpen) endings.push(performance.now() - since);
      else refused++;
    });
  };
  for (let number = 0; number < count; number++) {
    come();
    if (number % AT_ONCE === 0) await sleep(20);
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (drip && !socket.connecting) socket.write(drip);
  }, DRIP_MS);
  return {
    open: () => sockets.size,
    refused: () => refused,
    endings,
    async listen() {
      for (const socket of sockets) socket.resume();
      await sleep(LISTEN_MS);
    },
    leave() {
      isOver = true;
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
