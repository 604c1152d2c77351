import { isIPv6 } from 'node:net';

/**
 * What counts as one visitor: an IPv4 address, or the 64 bits of IPv6 that one household is assigned. A closed
 * connection has no address any more: all of those count as one.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone';
  // Some proxies write the port behind it.
  const plain = address
    .toLowerCase()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  if (!isIPv6(plain)) return plain;
  const groups = expand(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an address, whichever way it is written. */
function expand(address: string): number[] {
  const hex = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = hex.split('::');
  const toGroups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return toGroups(head);
  const [first, last] = [toGroups(head), toGroups(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
