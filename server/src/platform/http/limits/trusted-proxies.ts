import { BlockList, isIPv6 } from 'node:net';
import { networkOf } from './network-of.ts';

/** The addresses and networks of a list such as TRUST_PROXY. */
export function listNetworks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export function isListed(list: BlockList, address: string): boolean {
  const network = networkOf(address);
  return network.includes(':') ? list.check(address, 'ipv6') : list.check(network, 'ipv4');
}
