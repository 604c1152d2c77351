import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isOwnMachine } from '../config.ts';
import type { Deps } from '../deps.ts';
import { findInOutbox, listOutbox } from './outbox-files.ts';
import { hasOutboxPage, outboxKey } from './outbox-link.ts';
import { letterPage, listPage, noLetterPage } from './outbox-page.ts';

/**
 * The frame with the letter takes this policy over: letters bring their styles with them, and show pictures of the
 * shop.
 */
const policyFor = ({ publicUrl }: Config): string =>
  `default-src 'none'; img-src ${new URL(publicUrl).origin}/pictures/; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
const FORWARDED = /^(x-forwarded-.*|forwarded|via|x-real-ip)$/;

/**
 * The pretended letters, for whoever sits at this machine and has the link that was printed when the shop opened. They
 * hold links that open accounts: to anyone else there is no such page. A shop that others can reach, or that is told of
 * a proxy, has no such page at all.
 */
export const outboxRoutes =
  ({ config, secrets }: Pick<Deps, 'config' | 'secrets'>) =>
  async (app: FastifyInstance): Promise<void> => {
    if (!hasOutboxPage(config)) return;
    const key = outboxKey(secrets);
    const mayLook = (request: FastifyRequest) => isAtThisMachine(request) && hasKey(request, key);

    const give = (reply: FastifyReply, html: string) =>
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policyFor(config),
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        })
        .send(html);

    app.get('/outbox', { schema: { hide: true } }, async (request, reply) => {
      if (!mayLook(request)) return reply.callNotFound();
      return give(reply, listPage(await listOutbox(config), key));
    });

    app.get<{ Params: { id: string } }>('/outbox/:id', { schema: { hide: true } }, async (request, reply) => {
      if (!mayLook(request)) return reply.callNotFound();
      const letter = await findInOutbox(config, request.params.id);
      if (letter?.email) return give(reply, letterPage(letter.email, key));
      return give(reply.code(letter ? 500 : 404), noLetterPage(letter !== undefined, key));
    });
  };

/** How long it takes tells nothing of how much of it was right. */
function hasKey({ query }: FastifyRequest, key: string): boolean {
  const { key: given } = query as { key?: unknown };
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(key));
}

/**
 * By the connection itself, whatever headers say. The name asked for must be ours too: pages elsewhere can point theirs
 * here.
 */
function isAtThisMachine({ raw, headers }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  const isHere = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/.test(peer);
  const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
  return isHere && !isForwarded && URL.canParse(`http://${headers.host}`) && isOwnMachine(`http://${headers.host}`);
}
