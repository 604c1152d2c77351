import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { countFacets } from '#server/features/catalogue/lists/count-facets.ts';
import { listProductIds } from '#server/features/catalogue/lists/list-product-ids.ts';
import { toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { replyCached } from '#server/platform/http/cache/reply-cached.ts';

/** A sitemap may name 50,000 addresses; the newest bouquets come first. */
const MOST_PRODUCTS = 49_000;
const MOST_OCCASIONS = 900;
const PAGES = ['/', '/product', '/about', '/delivery', '/care', '/contact', '/privacy', '/terms'];
const PRIVATE = [
  '/cart',
  '/profile',
  '/history/',
  '/login',
  '/register',
  '/forgot-password',
  '/login-code',
  '/login-link/',
  '/password/',
  '/reminders/',
  '/swap/',
  '/track/',
  '/wish-list',
  '/desk',
  '/outbox',
  '/pretended-paypal/',
  '/api/',
];

const FOR_AN_HOUR = 'public, max-age=3600';

/** robots.txt and the sitemap. */
export function robotsRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config;

  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    const lines = [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ];
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': FOR_AN_HOUR };
    return replyCached(deps, request, reply, toCachedResponse(200, headers, lines.join('\n')));
  });

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const sitemap = await deps.responseCache.getOrMake('sitemap', async () => {
      const [{ occasions }, ids] = await Promise.all([countFacets(deps), listProductIds(deps, MOST_PRODUCTS)]);
      // Written like the pages' canonical URLs, which also escapes what XML reserves.
      const lists = occasions
        .slice(0, MOST_OCCASIONS)
        .map(({ name }) => `/product?${new URLSearchParams({ occasion: name })}`);
      const urls = [...PAGES, ...lists, ...ids.map((id) => `/product/${id}`)].map(
        (path) => `<url><loc>${publicUrl}${path}</loc></url>`,
      );
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
      return toCachedResponse(
        200,
        { 'content-type': 'application/xml; charset=utf-8', 'cache-control': FOR_AN_HOUR },
        xml,
      );
    });
    return replyCached(deps, request, reply, sitemap);
  });
}
