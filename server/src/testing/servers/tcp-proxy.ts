import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before the socket of a test's PostgreSQL, which can break or freeze in the middle of a statement. */
export async function openTcpProxy(connectionString: string) {
  const address = new URL(connectionString);
  const path = `${address.searchParams.get('host')}/.s.PGSQL.${address.searchParams.get('port')}`;
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((caller) => {
    if (isSilent) return void open.add(caller.on('error', () => {}));
    const callee = connect(path);
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      open.add(from);
      from.on('error', () => {}).once('close', () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of open) if (socket.remotePort) socket.resetAndDestroy();
  };
  return {
    connectionString: `postgresql://shop@127.0.0.1:${port}${address.pathname}?sslmode=disable`,
    cut,
    /** Forwards nothing any more, without closing anything; new connections can be met with silence, too. */
    fallSilent({ alsoNew = false } = {}) {
      isSilent = alsoNew;
      for (const socket of open) socket.unpipe().pause();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
