import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { replyCached } from '#server/platform/http/cache/reply-cached.ts';

const ADDRESS = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 wants less than a year. Whoever keeps a copy for longer asks again. */
const GOOD_FOR_DAYS = 180;

/** Where somebody who found a hole writes to: the address that the owner has set for the shop. */
export const securityTxtRoutes =
  (deps: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get(ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const { publicUrl } = deps.config;
      // By whole days, so that the text and its tag change once a day.
      const today = Math.floor(deps.clock.now().getTime() / DAY_MS);
      const lines = [
        `Contact: ${toMailto(deps.shopDetails.details().email)}`,
        `Expires: ${new Date((today + GOOD_FOR_DAYS) * DAY_MS).toISOString()}`,
        'Preferred-Languages: en',
        // The RFC allows no other scheme: a shop that is tried on one machine leaves the line out.
        ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${ADDRESS}`] : []),
        '',
      ];
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' };
      return replyCached(deps, request, reply, toCachedResponse(200, headers, lines.join('\n')));
    });
  };

const toMailto = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
