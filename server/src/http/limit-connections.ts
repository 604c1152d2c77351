import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkOf } from './network-of.ts';

type ConnectionLimits = {
  /** Open at once, from everywhere. */
  most: number;
  /** Open at once from one network. */
  mostFromOne: number;
};

/** One more than is ever let in: beyond it Node hangs up before anything of ours is asked. */
const MARGIN = 100;

/** Those who may speak for many: the proxies that are believed, and whatever forwards on this very machine. */
function listForwarders(trustProxy: string[] | false): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  for (const entry of trustProxy || []) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const isListed = (list: BlockList, network: string, address: string) =>
  network.includes(':') ? list.check(address, 'ipv6') : list.check(network, 'ipv4');

/**
 * Bounds how many connections are open. One network has a share; a proxy that speaks for many has none. When all places
 * are taken, whoever has waited longest without asking anything makes room for who comes; if everybody is being served,
 * the newcomer is hung up on. Nobody who is being served is put out.
 */
export function limitConnections(
  server: Server,
  { most, mostFromOne }: ConnectionLimits,
  trustProxy: string[] | false = false,
): void {
  const forwarders = listForwarders(trustProxy);
  const open = new Set<Socket>();
  /** In the order in which they fell idle. */
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
    forget(longest);
    longest.destroy();
    return true;
  };
  const forget = (socket: Socket) => {
    open.delete(socket);
    idle.delete(socket);
  };

  server.maxConnections = most + MARGIN;
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const isCounted = !isListed(forwarders, network, address);
    if ((isCounted && (perNetwork.get(network) ?? 0) >= mostFromOne) || !makeRoom()) return void socket.destroy();
    open.add(socket);
    idle.add(socket);
    if (isCounted) count(network, 1);
    socket.once('close', () => {
      forget(socket);
      if (isCounted) count(network, -1);
    });
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    idle.delete(socket);
    response.once('close', () => {
      const others = (busy.get(socket) ?? 1) - 1;
      busy.set(socket, others);
      if (others === 0 && open.has(socket)) idle.add(socket);
    });
  });
}
