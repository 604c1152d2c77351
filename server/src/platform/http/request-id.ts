import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isListed, listNetworks } from './limits/trusted-proxies.ts';

/** Short and plain: it stands in the log, in letters and in a header. */
const PLAIN = /^[\w.-]{1,64}$/;

type Headers = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Reads a header that only a trusted proxy may set; undefined from anybody else, or if it is not as expected. */
export function createProxyHeader(trustProxy: readonly string[] | false) {
  if (!trustProxy) return () => undefined;
  const proxies = listNetworks(trustProxy);
  return ({ headers, socket }: Headers, name: string, pattern: RegExp): string | undefined => {
    const value = headers[name];
    if (typeof value !== 'string' || !pattern.test(value)) return undefined;
    return isListed(proxies, socket.remoteAddress ?? '') ? value : undefined;
  };
}

/**
 * The id of each request: that of a trusted proxy, so that its log and ours can be held side by side, or a new one. New ones are
 * random: one that counted would tell visitors how busy the shop is.
 */
export function createRequestIds(trustProxy: readonly string[] | false): (request: Headers) => string {
  if (!trustProxy) return () => randomUUID();
  const proxyHeader = createProxyHeader(trustProxy);
  return (request) => proxyHeader(request, 'x-request-id', PLAIN) ?? randomUUID();
}
