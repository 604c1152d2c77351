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
export const listProxies = (trustProxy: string[] | false) =>
  listNetworks(['127.0.0.0/8', '::1', ...(trustProxy || [])]);

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** The rest of the request has not been sent, or what was answered has not been read. */
const waitsForClient = ({ request, response }: Exchange): boolean =>
  !request.complete || (response.writableEnded && !response.writableFinished);

/**
 * Limits how many connections are open, in all and from one network; a proxy has no limit of its own. At the limit the
 * connection that has been idle longest is closed for a new one. If none is idle, that of a network which has more than the new
 * one's: the one that has waited for its client longest, to send on or to read on. What the shop itself works on is never closed;
 * if there is nothing else, the new one is.
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
  /** Of networks that are counted, with the newest exchange of each, in the order in which they became busy. */
  const inProgress = new Map<Socket, { network: string; exchange: Exchange | undefined }>();

  const count = (network: string, more: number) => {
    const total = (perNetwork.get(network) ?? 0) + more;
    if (total > 0) perNetwork.set(network, total);
    else perNetwork.delete(network);
  };

  /** Ten networks that all send slowly could have all connections otherwise. */
  const findSlow = (own: string): Socket | undefined => {
    let [largest, count] = ['', (perNetwork.get(own) ?? 0) + 1];
    for (const [network, its] of perNetwork) if (its > count) [largest, count] = [network, its];
    if (!largest) return undefined;
    for (const [socket, { network, exchange }] of inProgress)
      if (network === largest && exchange && waitsForClient(exchange)) return socket;
    return undefined;
  };

  const makeRoom = (network: string): boolean => {
    if (open.size < most) return true;
    const [longestIdle] = idle;
    const longest = longestIdle ?? findSlow(network);
    if (!longest) return false;
    remove(longest);
    longest.destroy();
    return true;
  };
  const remove = (socket: Socket) => {
    open.delete(socket);
    idle.delete(socket);
    inProgress.delete(socket);
  };

  server.maxConnections = most + MARGIN;
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const isCounted = !isListed(proxies, address);
    if ((isCounted && (perNetwork.get(network) ?? 0) >= mostFromOne) || !makeRoom(network))
      return void socket.destroy();
    open.add(socket);
    idle.add(socket);
    if (isCounted) {
      count(network, 1);
      inProgress.set(socket, { network, exchange: undefined });
    }
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

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const known = inProgress.get(socket);
    // Behind those that have been busy for longer.
    if (known && inProgress.delete(socket)) inProgress.set(socket, { ...known, exchange: { request, response } });
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    idle.delete(socket);
    response.on('close', becomeIdle);
  });
}
