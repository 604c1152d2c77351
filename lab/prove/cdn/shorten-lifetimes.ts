import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { cleaningUp } from '../clean-up.ts';

/** How long a CDN may store what is public, in seconds that a proof has time for. */
export type Lifetimes = { maxAge: number; staleIfError: number };

export type Shortened = AsyncDisposable & {
  /** From now on everything but `/health` is answered 503, as by a shop whose database is away. */
  refuseAll(): void;
};

/** Between Varnish and the shop: what the shop says of lifetimes is replaced, so that a day passes in minutes. */
export async function shortenLifetimes(
  port: number,
  behind: number,
  { maxAge, staleIfError }: Lifetimes,
): Promise<Shortened> {
  let isRefusing = false;
  const server = createServer((caller, reply) => {
    const { method, url: path, headers } = caller;
    if (isRefusing && path !== '/health') {
      caller.resume();
      reply.writeHead(503, { 'retry-after': '5', 'cache-control': 'no-store' }).end('Busy.');
      return;
    }
    const asked = request({ host: '127.0.0.1', port: behind, method, path, headers });
    asked.once('response', (response) => {
      const passed = { ...response.headers };
      if (passed['cdn-cache-control'])
        passed['cdn-cache-control'] = `public, max-age=${maxAge}, stale-if-error=${staleIfError}`;
      reply.writeHead(response.statusCode ?? 502, passed);
      response.on('error', () => reply.destroy());
      response.pipe(reply);
    });
    // A killed shop and a Varnish that gives up both end connections in the middle, some of them more than once.
    asked.on('error', () => reply.destroy());
    reply.on('error', () => asked.destroy());
    caller.on('error', () => asked.destroy());
    caller.pipe(asked);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = cleaningUp(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close').catch(() => {});
  });
  const refuseAll = () => {
    isRefusing = true;
  };
  return { refuseAll, [Symbol.asyncDispose]: close };
}
