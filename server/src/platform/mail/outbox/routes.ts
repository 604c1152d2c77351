import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isOwnMachine } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { findInOutbox, listOutbox } from './outbox-files.ts';
import { hasOutboxPage, outboxKey } from './outbox-link.ts';
import { letterPage, listPage, noLetterPage } from './outbox-page.ts';

/** Where the pictures in letters are: bouquets, what the driver photographed, what the florist proposes instead. */
const PICTURES = ['/pictures/', '/api/delivery-photos/', '/api/swaps/'];

/** The frame with the letter inherits this policy: letters have inline styles and show pictures of the shop. */
const policyFor = ({ publicUrl }: Config): string =>
  `default-src 'none'; img-src ${PICTURES.map((path) => `${new URL(publicUrl).origin}${path}`).join(' ')}; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
const FORWARDED = /^(x-forwarded-.*|forwarded|via|x-real-ip)$/;

/**
 * The pretended letters, for a browser on this machine with the link that was printed when the shop opened. They
 * contain links that open accounts, so every other request gets 404. A shop that others can reach, or that has a proxy,
 * has no such page at all.
 */
export const outboxRoutes =
  ({ config, secrets }: Pick<Deps, 'config' | 'secrets'>) =>
  async (app: FastifyInstance): Promise<void> => {
    if (!hasOutboxPage(config)) return;
    const key = outboxKey(secrets);
    const isAllowed = (request: FastifyRequest) => isAtThisMachine(request) && hasKey(request, key);

    const send = (reply: FastifyReply, html: string) =>
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
      if (!isAllowed(request)) return reply.callNotFound();
      return send(reply, listPage(await listOutbox(config), key));
    });

    app.get<{ Params: { id: string } }>('/outbox/:id', { schema: { hide: true } }, async (request, reply) => {
      if (!isAllowed(request)) return reply.callNotFound();
      const letter = await findInOutbox(config, request.params.id);
      if (letter?.email) return send(reply, letterPage(letter.email, key));
      return send(reply.code(letter ? 500 : 404), noLetterPage(letter !== undefined, key));
    });
  };

/** Compared in constant time. */
function hasKey({ query }: FastifyRequest, key: string): boolean {
  const { key: sent } = query as { key?: unknown };
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof sent === 'string' && timingSafeEqual(digest(sent), digest(key));
}

/**
 * By the address of the connection, whatever headers say. The host header must name this machine too: another site
 * could point its own name here (DNS rebinding).
 */
function isAtThisMachine({ raw, headers }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  const isHere = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/.test(peer);
  const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
  return isHere && !isForwarded && URL.canParse(`http://${headers.host}`) && isOwnMachine(`http://${headers.host}`);
}
