import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Deps } from '#server/deps.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { createCachedFigures } from './cached-figures.ts';
import { createMetrics } from './create-metrics.ts';
import type { RequestCounts } from './request-counts.ts';

const TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 20;

export type OpenMetrics = { close(): Promise<void> };

/** Listens on a port of its own: visitors of the shop cannot reach it. */
export async function openMetrics(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'responseCache' | 'pictureCache'>,
  counts: RequestCounts,
  { host, port }: { host: string; port: number },
): Promise<OpenMetrics> {
  const figures = createCachedFigures(deps);
  const registry = createMetrics(deps, counts, figures);
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
    send(registry, request, response).catch((error) => {
      deps.log.error({ err: describeFailure(error) }, 'The metrics could not be told');
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = 2 * TIMEOUT_MS;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await figures.close();
  };
  try {
    await listen(server, host, port);
  } catch (error) {
    await figures.close();
    throw error;
  }
  return { close };
}

async function send(registry: Registry, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  const isMetrics = url?.split('?')[0] === '/metrics' && (method === 'GET' || method === 'HEAD');
  if (!isMetrics) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Only /metrics is here.\n');
  const body = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(method === 'HEAD' ? undefined : body);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new CannotStart(`The metrics cannot be told at ${host}:${port} (${code}). Mend METRICS_HOST or METRICS_PORT.`),
      ),
    );
    server.listen(port, host, resolve);
  });
}
