import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import type { ShopDetails } from '#contract/shop.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { type PaymentHosts, policyFor } from './content-security-policy.ts';

/** What a page may use while it is rendered on the server. */
export type ServerTools = {
  callApi(path: string): Promise<{ status: number; body: unknown }>;
  /** The same as whoever sent the request; only for pages of the desk. */
  callDesk?(path: string): Promise<{ status: number; body: unknown }>;
  report(error: unknown): void;
  /** The nonce of our own inline scripts, random for each rendering. */
  nonce: string;
  /** The shop is a demonstration, and the page says so. */
  isDemo: boolean;
  /** What the owner has set for deliveries; undefined while nothing differs from the defaults. */
  deliveryRules: DeliveryRules | undefined;
  /** Who sells, as the owner has set it; undefined while nothing differs from what the code has. */
  shopDetails: ShopDetails | undefined;
};

type Render = (request: Request, tools: ServerTools) => Promise<Response>;

/** The interface of the builds of shop and desk: the server knows nothing else of them. */
export type Storefront = {
  render: Render;
  /** The desk is an application of its own. */
  renderDesk: Render;
  isPage(pathname: string): boolean;
  policyFor(html: string, nonce: string, payment?: PaymentHosts): string;
  /** By path, as they were built and compressed. */
  assets: Map<string, CachedResponse>;
  /** Names and files of the pages' own pictures: too large to load at the start, read on request. */
  pictures: Map<string, string>;
  /** Paths and files of earlier releases, which pages that are still open in browsers request. Read on request. */
  formerAssets: Map<string, string>;
};

const BUILD = resolve(import.meta.dirname, '../../../build/storefront');
const DESK_BUILD = resolve(import.meta.dirname, '../../../build/desk');
const RELEASES = resolve(import.meta.dirname, '../../../build/releases');

/** Loads the built storefront; what draws the desk only when one of its pages is asked for, since few processes draw one. */
export async function loadStorefront(): Promise<Storefront> {
  const [entry, deskEntry] = [join(BUILD, 'server/index.js'), join(DESK_BUILD, 'server/index.js')];
  if (!existsSync(entry) || !existsSync(deskEntry))
    throw new CannotStart('The storefront is not built. Run `npm start`, which builds it.');
  const { render, isPage } = await import(pathToFileURL(entry).href);
  return {
    render,
    renderDesk: async (request, tools) => (await import(pathToFileURL(deskEntry).href)).render(request, tools),
    isPage,
    policyFor,
    assets: new Map([...readAssets(join(DESK_BUILD, 'client')), ...readAssets(join(BUILD, 'client'))]),
    pictures: listPictures(join(BUILD, 'client/pictures')),
    formerAssets: listFormerAssets(RELEASES),
  };
}

function listPictures(folder: string): Map<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, join(folder, name)]));
}

/** The assets of earlier releases that the build has stored, one folder each. They are compressed on request. */
export function listFormerAssets(releases: string): Map<string, string> {
  if (!existsSync(releases)) return new Map();
  const files = readdirSync(releases, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((entry) => entry.isFile() && TYPES[extname(entry.name)])
      .map(({ name, parentPath }) => [`/assets/${name}`, join(parentPath, name)]),
  );
}

/** A file of an earlier release, with the headers it had then. */
export async function readFormerAsset(path: string, file: string): Promise<CachedResponse> {
  const headers = { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'cache-control': FOR_EVER };
  return toCachedResponse(200, headers, await readFile(file));
}

const TYPES: Record<string, string> = {
  '.ico': 'image/x-icon',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';

/** A worker fetches what its pages ask for, by a policy of its own. */
const WORKER_POLICY = { 'content-security-policy': "default-src 'self'", 'cache-control': 'no-cache' };

function readAssets(root: string): Map<string, CachedResponse> {
  const assets = new Map<string, CachedResponse>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type || entry.parentPath === join(root, 'pictures')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file).replaceAll('\\', '/')}`;
    // Files under /assets/ have a hash of their content in their name.
    const headers = {
      'content-type': type,
      'cache-control': path.startsWith('/assets/') ? FOR_EVER : FOR_A_DAY,
      ...(path.endsWith('-worker.js') && WORKER_POLICY),
    };
    const body = readFileSync(file);
    const compressed = existsSync(`${file}.br`)
      ? { br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) }
      : {};
    assets.set(path, toCachedResponse(200, headers, body, compressed));
  }
  return assets;
}
