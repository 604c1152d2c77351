import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../describe-failure.ts';
import { dropSlowReaders } from './drop-slow-readers.ts';
import { limitConnections } from './limit-connections.ts';
import { limitUnreadBody } from './limit-unread-body.ts';

const SECOND = 1_000;
/** So long those who have come in and said nothing may still begin to speak when the shop closes. */
const QUIET_MS = 500;
/** Who is not done by then is put out. */
const LONGEST_MS = 8 * SECOND;

/** So many questions may follow one that is being answered on the same line. No browser sends even one. */
const MOST_QUEUED = 16;

/**
 * Measured: an idle connection takes some 15 kB of memory, and a file descriptor, so that all of them take 75 MB. One network
 * may be an office or a mobile provider; a browser opens six at most.
 */
const CONNECTIONS = { most: 5_000, mostFromOne: 500 };

/** How long anyone may take. */
const LIMITS = {
  headersMs: 10 * SECOND,
  // A photo may come from a train.
  requestMs: 120 * SECOND,
  silentMs: 60 * SECOND,
  /** How often Node looks for those who are late with the two above: they stay so much longer at most. */
  lookMs: SECOND,
  readers: { stalledMs: 30 * SECOND, pieceMs: 300 * SECOND, lookMs: 5 * SECOND },
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

declare module 'fastify' {
  interface FastifyInstance {
    door: HttpServer;
  }
}

export type HttpServer = {
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
export function createHttpServer(
  { config, responseCache, sendCached, log }: Pick<Deps, 'config' | 'responseCache' | 'sendCached' | 'log'>,
  { headersMs, requestMs, silentMs, lookMs, readers } = LIMITS,
): HttpServer {
  const quiet = new Set<Socket>();
  const queue = countQueued();
  let closing = false;

  const open = (handle: Handler): Server => {
    const server = createServer({ connectionsCheckingInterval: lookMs }, (request, response) => {
      quiet.delete(request.socket);
      // It has no line yet: another answer is before it.
      if (!response.socket && queue(response, request.socket) > MOST_QUEUED) return request.socket.destroy();
      limitUnreadBody(request, response);
      if (closing) response.setHeader('connection', 'close');
      const kept = request.method === 'GET' ? responseCache.find(request.url ?? '') : undefined;
      if (!kept) return handle(request, response);
      sendCached(request, response, kept)?.catch((error) => {
        log.error({ err: describeFailure(error) }, 'A kept answer could not be given');
        response.destroy();
      });
    });
    server.on('connection', (socket) => {
      quiet.add(socket);
      socket.once('close', () => quiet.delete(socket));
    });
    dropSlowReaders(server, readers);
    limitConnections(server, CONNECTIONS, config.trustProxy);
    server.requestTimeout = requestMs;
    server.headersTimeout = headersMs;
    server.keepAliveTimeout = 72 * SECOND;
    server.timeout = silentMs;
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

/** Counts answers that wait for their turn on a line: all of a thousand questions in one packet would be worked on at once. */
function countQueued(): (response: ServerResponse, socket: Socket) => number {
  const queued = new WeakMap<Socket, number>();
  const add = (socket: Socket, more: number) => {
    const count = (queued.get(socket) ?? 0) + more;
    queued.set(socket, count);
    return count;
  };
  return (response, socket) => {
    response.once('finish', () => add(socket, -1));
    return add(socket, 1);
  };
}
