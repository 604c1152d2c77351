import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { dropSlowReaders } from './limits/drop-slow-readers.ts';
import { limitConnections } from './limits/limit-connections.ts';
import { limitUnreadBody } from './limits/limit-unread-body.ts';

const SECOND = 1_000;
/** When the server closes, a connection that has sent no request yet has this long to begin one. */
const UNUSED_MS = 500;
/** Requests that are not finished by then are cut off. */
const LONGEST_CLOSE_MS = 8 * SECOND;

/** How many pipelined requests may be queued behind another on one connection. No browser pipelines. */
const MOST_QUEUED = 16;

/**
 * Measured: an idle connection takes some 15 kB of memory, and a file descriptor, so that all of them take 75 MB. One
 * network may be an office or a mobile provider; a browser opens six at most.
 */
const CONNECTIONS = { most: 5_000, mostFromOne: 500 };

const LIMITS = {
  headersMs: 10 * SECOND,
  // A photo may come from a train.
  requestMs: 120 * SECOND,
  idleMs: 60 * SECOND,
  /** How often Node checks the first two: a connection may outlive them by this much. */
  checkMs: SECOND,
  readers: { stalledMs: 30 * SECOND, chunkMs: 300 * SECOND, checkMs: 5 * SECOND },
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

declare module 'fastify' {
  interface FastifyInstance {
    httpServer: HttpServer;
  }
}

export type HttpServer = {
  /** `/ready` tells a load balancer so. */
  isClosing(): boolean;
  open(handle: Handler): Server;
  /**
   * Reports itself as closing for `noticeMs`, then accepts no new connection, finishes the requests in progress and
   * closes idle connections.
   */
  close(app: FastifyInstance, noticeMs: number): Promise<void>;
};

/**
 * Sends cached responses, which are the same for everyone, before anything is routed, parsed or checked; Fastify
 * handles the rest. The time limits close the connections of slow or silent clients.
 */
export function createHttpServer(
  {
    config,
    responseCache,
    sendCached,
    log,
    watch,
  }: Pick<Deps, 'config' | 'responseCache' | 'sendCached' | 'log' | 'watch'>,
  { headersMs, requestMs, idleMs, checkMs, readers } = LIMITS,
): HttpServer {
  const unused = new Set<Socket>();
  const queue = countQueued();
  let closing = false;

  const open = (handle: Handler): Server => {
    const server = createServer({ connectionsCheckingInterval: checkMs }, (request, response) => {
      unused.delete(request.socket);
      // Node assigns the socket when the responses before this one are finished.
      if (!response.socket && queue(response, request.socket) > MOST_QUEUED) return request.socket.destroy();
      limitUnreadBody(request, response);
      if (closing) response.setHeader('connection', 'close');
      const cached = request.method === 'GET' ? responseCache.find(request.url ?? '') : undefined;
      if (!cached) return handle(request, response);
      const startedAt = watch ? performance.now() : 0;
      const sending = sendCached(request, response, cached);
      if (!sending) return watch?.answeredFromCache(request, cached.route ?? '', response.statusCode, startedAt);
      // The first to accept an encoding waits until the response is compressed.
      return sending.then(
        () => watch?.answeredFromCache(request, cached.route ?? '', response.statusCode, startedAt),
        (error) => {
          log.error({ err: describeFailure(error) }, 'A cached response could not be sent');
          response.destroy();
        },
      );
    });
    server.on('connection', (socket) => {
      unused.add(socket);
      socket.once('close', () => unused.delete(socket));
    });
    dropSlowReaders(server, readers);
    limitConnections(server, CONNECTIONS, config.trustProxy);
    server.requestTimeout = requestMs;
    server.headersTimeout = headersMs;
    server.keepAliveTimeout = 72 * SECOND;
    server.timeout = idleMs;
    return server;
  };

  const close = async (app: FastifyInstance, noticeMs: number): Promise<void> => {
    closing = true;
    await sleep(noticeMs);
    const timers = [
      setTimeout(() => destroyAll(unused), UNUSED_MS),
      setTimeout(() => app.server.closeAllConnections(), LONGEST_CLOSE_MS),
    ];
    await app.close();
    for (const timer of timers) clearTimeout(timer);
  };

  return { isClosing: () => closing, open, close };
}

function destroyAll(sockets: Iterable<Socket>): void {
  for (const socket of sockets) socket.destroy();
}

/** Counts the responses queued on each connection: a thousand pipelined requests would all be worked on at once. */
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
