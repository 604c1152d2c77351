import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Deps } from './deps.ts';
import { describeFailure } from './describe-failure.ts';

const SECOND = 1_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Gives what is on the shelf at the door, before anything is routed, parsed or checked: only what is the same for everyone
 * is there. The rest goes in. The time limits keep slow or silent clients from holding connections for ever.
 */
export const frontDoor =
  ({ shelf, give, log }: Deps) =>
  (handle: Handler): Server => {
    const server = createServer((request, response) => {
      const kept = request.method === 'GET' ? shelf.find(request.url ?? '') : undefined;
      if (!kept) return handle(request, response);
      give(request, response, kept)?.catch((error) => {
        log.error({ err: describeFailure(error) }, 'A kept answer could not be given');
        response.destroy();
      });
    });
    // A photo may come from a train; headers have a limit of their own.
    server.requestTimeout = 120 * SECOND;
    server.headersTimeout = 20 * SECOND;
    server.keepAliveTimeout = 72 * SECOND;
    server.timeout = 60 * SECOND;
    return server;
  };
