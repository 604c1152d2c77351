import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toPictureAnswer } from '../catalogue/find-picture.ts';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../describe-failure.ts';
import { RETRY_AFTER } from '../errors.ts';
import { type CachedResponse, toCachedResponse } from '../http/cached-response.ts';
import { replyCached } from '../http/reply-cached.ts';
import type { Lifetime } from '../http/response-cache.ts';
import { paymentHosts } from './content-security-policy.ts';
import { pageAddress, pageLifetime, travelRules } from './page-address.ts';
import { robotsRoutes } from './robots-routes.ts';
import { readFormerAsset, type ServerTools, type Storefront } from './storefront.ts';

/** Browsers ask each time and mostly hear 304; a shared cache in front may answer for a minute by itself. */
const PUBLIC_PAGE = 'public, max-age=0, s-maxage=60, must-revalidate';
/** No page of this name exists: drawing it gives the page for addresses that nobody lives at. */
const NOWHERE = '/nowhere';
/** No page's address is as long: one that is leads nowhere before anything in it is looked for. */
const LONGEST_PATH = 1_000;
/** Addresses of ours hold nothing else, and lead to no other host. */
const PLAIN = /^\/(?!\/)[a-z0-9/._-]*$/;
const WITH_KEYS = /^\/(account-confirm-email|password\/reset\/confirm)\//;
const NOT_PAGES = /^\/(api|assets|pictures)\//;

/** Serves the storefront: its assets from memory, its pages drawn once per catalogue and kept. */
export function pageRoutes(app: FastifyInstance, deps: Deps, storefront: Storefront): void {
  const tools: Omit<ServerTools, 'mark'> = {
    async callApi(url) {
      const { statusCode, payload } = await app.inject({ url, headers: { 'accept-encoding': 'identity' } });
      return { status: statusCode, body: JSON.parse(payload) };
    },
    isDemo: deps.config.demo,
    report: (error) => deps.log.error({ err: describeFailure(error) }, 'A page could not be drawn'),
  };

  const payment = paymentHosts(deps.config.paypal);

  const drawPage = async (address: string, place: Lifetime): Promise<CachedResponse> => {
    const mark = randomBytes(16).toString('hex');
    const asked = new Request(new URL(address, deps.config.publicUrl));
    const response = await storefront.render(asked, { ...tools, mark });
    const status = address === NOWHERE && response.status === 200 ? 404 : response.status;
    const marked = await response.text();
    const content = marked.replaceAll(` nonce="${mark}"`, '');
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8';
    const headers: Record<string, string> = {
      'content-type': type,
      'cache-control': status === 200 ? PUBLIC_PAGE : 'no-store',
      ...(status === 503 && { 'retry-after': RETRY_AFTER }),
      ...travelRules(address),
    };
    const isTill = address === '/cart';
    if (type.startsWith('text/html')) {
      headers['content-security-policy'] = storefront.policyFor(marked, mark, isTill ? payment : undefined);
    }
    // The payment's window must be able to tell this page how it went.
    if (isTill) headers['cross-origin-opener-policy'] = 'same-origin-allow-popups';
    // Worth the best compression only if it will be asked for again.
    const effort = status === 200 && place === 'lasting' ? 'best' : 'quick';
    return toCachedResponse(status, headers, content, { effort });
  };

  robotsRoutes(app, deps);

  let nowhere: CachedResponse | undefined;
  const findNowhere = async () => {
    const answer = nowhere ?? (await drawPage(NOWHERE, 'lasting'));
    if (answer.status === 404) nowhere = answer;
    return answer;
  };

  const givePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = parseAddress(request.raw.url ?? '/');
    if (!url) return reply.callNotFound();
    const { pathname, searchParams, search } = url;
    const asset = storefront.assets.get(pathname);
    if (asset) return replyCached(deps, request, reply, asset);
    const former = storefront.formerAssets.get(pathname);
    if (former) {
      const answer = await deps.responseCache.getOrMake(pathname, () => readFormerAsset(pathname, former));
      return replyCached(deps, request, reply, answer);
    }
    if (NOT_PAGES.test(pathname)) return reply.callNotFound();
    if (pathname.length > LONGEST_PATH) return replyCached(deps, request, reply, await findNowhere());
    if (pathname.length > 1 && pathname.endsWith('/')) {
      reply.headers(travelRules(pathname));
      return reply.redirect(`/${pathname.replaceAll(/^\/+|\/+$/g, '')}${search}`, 301);
    }
    const settled = settlePath(pathname);
    if (settled !== pathname && storefront.isPage(settled)) return reply.redirect(`${settled}${search}`, 301);
    if (settled !== pathname || !storefront.isPage(pathname.replace(/(\/_(root)?)?\.data$/, '') || '/')) {
      return replyCached(deps, request, reply, await findNowhere());
    }
    const address = pageAddress(pathname, searchParams);
    const place = await pageLifetime(deps, address);
    const answer = await deps.responseCache.getOrMake(`page ${address}`, () => drawPage(address, place), place);
    // An address with a key in it is not kept, not even as a way to the page.
    if (!('referrer-policy' in answer.headers)) deps.responseCache.link(request.raw.url ?? '', `page ${address}`);
    return replyCached(deps, request, reply, answer);
  };

  for (const [name, file] of storefront.pictures) {
    app.get(`/pictures/${name}`, { schema: { hide: true } }, async (request, reply) =>
      replyCached(
        deps,
        request,
        reply,
        await deps.pictureCache.getOrMake(name, async () => toPictureAnswer(name, await readFile(file))),
      ),
    );
  }

  app.route({ method: ['GET', 'HEAD'], url: '/*', schema: { hide: true }, handler: givePage });
}

/**
 * The one way in which an address is written: the router would take `/LOGIN` and `/%6Cogin` for `/login`, and each writing would
 * be a page of its own to draw, compress and cache. Keys from letters stay as they are.
 */
function settlePath(pathname: string): string {
  if (WITH_KEYS.test(pathname)) return pathname;
  try {
    const settled = decodeURIComponent(pathname).toLowerCase();
    return PLAIN.test(settled) && !WITH_KEYS.test(settled) ? settled : NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/** The address by its path and query alone: what looks like another host in it is part of the path. */
function parseAddress(raw: string): URL | undefined {
  try {
    const path = raw.startsWith('/') ? raw : new URL(raw).pathname;
    return new URL(`http://shop${path}`);
  } catch {
    return undefined;
  }
}
