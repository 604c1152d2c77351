import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { deskCookieName, findBrowser, readCookie, writeDeskCookie } from './desk-cookie.ts';
import type { SignedIn } from './open-session.ts';
import type { Visit } from './visit.ts';

/** Where a request comes from. A browser that is not known yet gets its cookie with the response. */
export function visitOf(config: Config, { ip, headers }: FastifyRequest, reply: FastifyReply): Visit {
  const browser = findBrowser(config, headers.cookie);
  if (browser.setCookie) reply.header('set-cookie', browser.setCookie);
  return {
    network: networkOf(ip),
    device: (headers['user-agent'] ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, 200),
    browser,
    formerSecret: readCookie(headers.cookie, deskCookieName(config)),
  };
}

/** Gives the browser its session. */
export function giveSession(config: Config, reply: FastifyReply, { secret, me }: SignedIn): SignedIn['me'] {
  reply.header('set-cookie', writeDeskCookie(config, secret));
  return me;
}
