import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network-of.ts';
import { isListed, listNetworks } from './trusted-proxies.ts';

type ConnectionLimits = {
  /** Open at once, from everywhere. */
  most: number;
  /** Open at once from one network. */
  mostFromOne: number;
};

/** Node itself refuses connections only this far above our limit: ours closes an idle one first. */
const MARGIN = 100;

/** Addresses that forward for many visitors: the trusted proxies, and this machine itself. */
export const listProxies = (trustProxy: string[] | false) => listNetworks(['127.0.0.0/8', '::1', ...(trustProxy || [])]);

/**
 * Limits how many connections are open, in all and from one network; a proxy has no limit of its own. At the limit the
 * connection that has been idle longest is closed for a new one. If none is idle, the new one is closed: a connection
 * with a request in progress is never closed.
 */
export function limitConnections(
  server: Server,
  { most, mostFromOne }: ConnectionLimits,
  trustProxy: string[] | false = false,
): void {
  const proxies = listProxies(trustProxy);
  const open = new Set<Socket>();
  /** In the order in which they became idle. */
  const idle = new Set<Socket>();
  const busy = new WeakMap<Socket, number>();
  const perNetwork = new Map<string, number>();

  const count = (network: string, more: number) => {
    const total = (perNetwork.get(network) ?? 0) + more;
    if (total > 0) perNetwork.set(network, total);
    else perNetwork.delete(network);
  };

  const makeRoom = (): boolean => {
    if (open.size < most) return true;
    const [longest] = idle;
    if (!longest) return false;
    remove(longest);
    longest.destroy();
    return true;
  };
  const remove = (socket: Socket) => {
    open.delete(socket);
    idle.delete(socket);
  };

  server.maxConnections = most + MARGIN;
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const isCounted = !isListed(proxies, address);
    if ((isCounted && (perNetwork.get(network) ?? 0) >= mostFromOne) || !makeRoom()) return void socket.destroy();
    open.add(socket);
    idle.add(socket);
    if (isCounted) count(network, 1);
    socket.once('close', () => {
      remove(socket);
      if (isCounted) count(network, -1);
    });
  });
  /** One function for all responses, which know their socket: most responses are bytes that are there already. */
  function becomeIdle(this: ServerResponse): void {
    const { socket } = this.req;
    const others = (busy.get(socket) ?? 1) - 1;
    busy.set(socket, others);
    if (others === 0 && open.has(socket)) idle.add(socket);
  }

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    idle.delete(socket);
    response.on('close', becomeIdle);
  });
}
