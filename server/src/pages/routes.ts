import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DeliveryRules, isDefault } from '#contract/delivery-rules.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { Deps } from '#server/deps.ts';
import { RETRY_AFTER } from '#server/errors.ts';
import { toPictureResponse } from '#server/features/catalogue/pictures/find-picture.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { replyCached } from '#server/platform/http/cache/reply-cached.ts';
import type { Lifetime } from '#server/platform/http/cache/response-cache.ts';
import { FOR_SHARED_CACHES } from '#server/platform/http/cache/shared-caches.ts';
import { UNKNOWN_ROUTE } from '#server/platform/watch/watch-requests.ts';
import { paymentHosts } from './content-security-policy.ts';
import { deskPages } from './desk-pages.ts';
import { isPrivate, pageAddress, pageLifetime, privacyHeaders } from './page-address.ts';
import { robotsRoutes } from './robots-routes.ts';
import { readFormerAsset, type ServerTools, type Storefront } from './storefront.ts';

/** No page of this name exists: rendering it gives the page "not found". */
const NOT_FOUND = '/nowhere';
/** No page has a longer path: a longer one is not found without any further work. */
const LONGEST_PATH = 1_000;
/** Paths of ours have no other characters, and never begin with the two slashes that name another host. */
const PLAIN = /^\/(?!\/)[a-z0-9/._-]*$/;
const WITH_KEYS = /^\/(account-confirm-email|login-link|password\/reset\/confirm|swap|track|wish-list)\//;
const NOT_PAGES = /^\/(api|assets|pictures)\//;
/** Pages of an application of their own, which are found by their plain addresses alone. */
const DESK = /^\/desk(\/|$)/;

/** Serves the storefront: its assets from memory, its pages rendered once per state of the catalogue and cached. */
export function pageRoutes(app: FastifyInstance, deps: Deps, storefront: Storefront): void {
  const tools: Omit<ServerTools, 'nonce' | 'deliveryRules' | 'shopDetails'> = {
    async callApi(url) {
      const { statusCode, payload } = await app.inject({ url, headers: { 'accept-encoding': 'identity' } });
      return { status: statusCode, body: JSON.parse(payload) };
    },
    isDemo: deps.config.demo,
    report: (error) => deps.log.error({ err: describeFailure(error) }, 'A page could not be drawn'),
  };

  const payment = paymentHosts(deps.config.paypal);

  const drawPage = async (address: string, lifetime: Lifetime): Promise<CachedResponse> => {
    const nonce = randomBytes(16).toString('hex');
    const url = new URL(address, deps.config.publicUrl);
    const pageRequest = new Request(url);
    const own = { deliveryRules: rulesForPages(deps), shopDetails: deps.shopDetails.ownDetails() };
    const response = await storefront.render(pageRequest, { ...tools, nonce, ...own });
    const status = address === NOT_FOUND && response.status === 200 ? 404 : response.status;
    const marked = await response.text();
    const content = marked.replaceAll(` nonce="${nonce}"`, '');
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8';
    const headers: Record<string, string> = {
      'content-type': type,
      ...(status === 200 && !isPrivate(url.pathname) ? FOR_SHARED_CACHES : { 'cache-control': 'no-store' }),
      ...(status === 503 && { 'retry-after': RETRY_AFTER }),
      ...privacyHeaders(url.pathname),
    };
    const isCheckout = url.pathname === '/cart';
    if (type.startsWith('text/html')) {
      headers['content-security-policy'] = storefront.policyFor(marked, nonce, isCheckout ? payment : undefined);
    }
    // The window of the payment must be able to report the outcome to this page.
    if (isCheckout) headers['cross-origin-opener-policy'] = 'same-origin-allow-popups';
    // The best compression pays only if the page is requested again.
    const effort = status === 200 && lifetime === 'lasting' ? 'best' : 'quick';
    return toCachedResponse(status, headers, content, { effort });
  };

  robotsRoutes(app, deps);
  app.register(deskPages(deps, storefront, tools));

  let notFound: { page: CachedResponse; rules: DeliveryRules; details: ShopDetails } | undefined;
  const drawNotFound = async () => {
    const [rules, details] = [deps.delivery.rules(), deps.shopDetails.details()];
    // The promise at its top follows the rules of delivery, its foot the details of the shop.
    if (notFound?.rules === rules && notFound.details === details) return notFound.page;
    const page = await drawPage(NOT_FOUND, 'lasting');
    if (page.status === 404) notFound = { page, rules, details };
    return page;
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    request.countedAs = UNKNOWN_ROUTE;
    const url = parseAddress(request.raw.url ?? '/');
    if (!url) return reply.callNotFound();
    const { pathname, searchParams, search } = url;
    const asset = storefront.assets.get(pathname);
    const former = storefront.formerAssets.get(pathname);
    if (asset || former) request.countedAs = '/assets/*';
    if (asset) return replyCached(deps, request, reply, asset);
    if (former) {
      const cached = await deps.responseCache.getOrMake(pathname, () => readFormerAsset(pathname, former));
      return replyCached(deps, request, reply, cached);
    }
    if (NOT_PAGES.test(pathname)) return reply.callNotFound();
    if (pathname.length > LONGEST_PATH) return replyCached(deps, request, reply, await drawNotFound());
    if (pathname.length > 1 && pathname.endsWith('/')) {
      reply.headers(privacyHeaders(pathname));
      return reply.redirect(`/${pathname.replaceAll(/^\/+|\/+$/g, '')}${search}`, 301);
    }
    const canonical = canonicalPath(pathname);
    const isPage = storefront.isPage(canonical) || DESK.test(canonical);
    if (canonical !== pathname && isPage) return reply.redirect(`${canonical}${search}`, 301);
    if (canonical !== pathname || !storefront.isPage(pathname.replace(/(\/_(root)?)?\.data$/, '') || '/')) {
      return replyCached(deps, request, reply, await drawNotFound());
    }
    request.countedAs = deps.config.development ? '/*' : nameOfPage(pathname);
    const address = pageAddress(pathname, searchParams);
    const lifetime = await pageLifetime(deps, address);
    const page = await deps.responseCache.getOrMake(`page ${address}`, () => drawPage(address, lifetime), lifetime);
    // A URL with a key in it is not stored, not even as a link to the cached page.
    if (!('referrer-policy' in page.headers)) {
      deps.responseCache.link(request.raw.url ?? '', `page ${address}`, request.countedAs);
    }
    return replyCached(deps, request, reply, page);
  };

  for (const [name, file] of storefront.pictures) {
    app.get(`/pictures/${name}`, { schema: { hide: true } }, async (request, reply) => {
      request.countedAs = '/pictures/:file';
      const make = async () => toPictureResponse(name, await readFile(file));
      return replyCached(deps, request, reply, await deps.pictureCache.getOrMake(name, make));
    });
  }

  app.route({ method: ['GET', 'HEAD'], url: '/*', schema: { hide: true }, handler: sendPage });
}

/**
 * A page that exists, as it is counted: `/product/12` and `/product/12.data` are `/product/*`. No page has a parameter at the
 * beginning of its path, so there are no more names than pages.
 */
function nameOfPage(pathname: string): string {
  const [, first = '', ...rest] = pathname.replace(/(\/_(root)?)?\.data$/, '').split('/');
  return rest.length > 0 ? `/${first}/*` : `/${first}`;
}

/** Which days are full changes too often for a cached page: the browser asks for that. */
function rulesForPages({ delivery }: Deps): DeliveryRules | undefined {
  const rules = { ...delivery.rules(), full: [] };
  return isDefault(rules) ? undefined : rules;
}

/**
 * The canonical form of a path: the router would accept `/LOGIN` and `/%6Cogin` for `/login`, and each would be a page
 * of its own to render, compress and cache. Keys from letters stay as they are.
 */
function canonicalPath(pathname: string): string {
  if (WITH_KEYS.test(pathname)) return pathname;
  try {
    const canonical = decodeURIComponent(pathname).toLowerCase();
    return PLAIN.test(canonical) && !WITH_KEYS.test(canonical) ? canonical : NOT_FOUND;
  } catch {
    return NOT_FOUND;
  }
}

/** Parses path and query alone: what looks like another host is part of the path. */
function parseAddress(raw: string): URL | undefined {
  try {
    const path = raw.startsWith('/') ? raw : new URL(raw).pathname;
    return new URL(`http://shop${path}`);
  } catch {
    return undefined;
  }
}
