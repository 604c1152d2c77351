import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { describeFailure } from './describe-failure.ts';

const SECOND = 1_000;
/** So long those who have come in and said nothing may still begin to speak when the shop closes. */
const QUIET_MS = 500;
/** Who is not done by then is put out. */
const LONGEST_MS = 8 * SECOND;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

declare module 'fastify' {
  interface FastifyInstance {
    door: FrontDoor;
  }
}

export type FrontDoor = {
  /** Asked to close: whoever sends people here should stop doing so. */
  isClosing(): boolean;
  open(handle: Handler): Server;
  /** Says so for a while, takes nobody new, serves to the end whoever is in, and waits for nobody who only stands there. */
  close(app: FastifyInstance, noticeMs: number): Promise<void>;
};

/**
 * Gives what is on the shelf at the door, before anything is routed, parsed or checked: only what is the same for everyone
 * is there. The rest goes in. The time limits keep slow or silent clients from holding connections for ever.
 */
export function createDoor({ shelf, give, log }: Deps): FrontDoor {
  const quiet = new Set<Socket>();
  let closing = false;

  const open = (handle: Handler): Server => {
    const server = createServer((request, response) => {
      quiet.delete(request.socket);
      if (closing) response.setHeader('connection', 'close');
      const kept = request.method === 'GET' ? shelf.find(request.url ?? '') : undefined;
      if (!kept) return handle(request, response);
      give(request, response, kept)?.catch((error) => {
        log.error({ err: describeFailure(error) }, 'A kept answer could not be given');
        response.destroy();
      });
    });
    server.on('connection', (socket) => {
      quiet.add(socket);
      socket.once('close', () => quiet.delete(socket));
    });
    // A photo may come from a train; headers have a limit of their own.
    server.requestTimeout = 120 * SECOND;
    server.headersTimeout = 20 * SECOND;
    server.keepAliveTimeout = 72 * SECOND;
    server.timeout = 60 * SECOND;
    return server;
  };

  const close = async (app: FastifyInstance, noticeMs: number): Promise<void> => {
    closing = true;
    await sleep(noticeMs);
    const timers = [
      setTimeout(() => putOut(quiet), QUIET_MS),
      setTimeout(() => app.server.closeAllConnections(), LONGEST_MS),
    ];
    await app.close();
    for (const timer of timers) clearTimeout(timer);
  };

  return { isClosing: () => closing, open, close };
}

function putOut(sockets: Iterable<Socket>): void {
  for (const socket of sockets) socket.destroy();
}
