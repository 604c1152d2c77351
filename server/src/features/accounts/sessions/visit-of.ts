import type { FastifyRequest } from 'fastify';
import { networkOf } from '#server/platform/http/limits/network-of.ts';

/** Where a request comes from: the peer, or what a trusted proxy reports. */
export const visitOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  network: networkOf(ip),
  device: (headers['user-agent'] ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, 200),
});
