import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { listFormerAssets, loadStorefront } from './storefront.ts';

const SCRIPT = `export const words = 'of the release before';${' '.repeat(600)}`;

let shop: Awaited<ReturnType<typeof openTestShop>>;
let releases: string;

beforeAll(async () => {
  releases = await mkdtemp(join(tmpdir(), 'marigold-lane-releases-'));
  await mkdir(join(releases, 'before'));
  await writeFile(join(releases, 'before', 'about-page-0ld.js'), SCRIPT);
  await writeFile(join(releases, 'before', 'about-page-0ld.js.br'), 'compressed');
  await writeFile(join(releases, 'secret.txt'), 'not for the browser');
  const storefront = { ...(await loadStorefront()), formerAssets: listFormerAssets(releases) };
  shop = await openTestShop({ storefront });
});
afterAll(async () => {
  await shop.close();
  await rm(releases, { recursive: true });
});

test('a page of the release before finds its files', async () => {
  const { status, body, headers } = await shop.get('/assets/about-page-0ld.js');
  expect([status, body, headers['content-type']]).toEqual([200, SCRIPT, 'text/javascript; charset=utf-8']);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const packed = await shop.get('/assets/about-page-0ld.js', { 'accept-encoding': 'br' });
  expect(packed.headers['content-encoding']).toBe('br');
});

test('nothing else of those folders is served', async () => {
  for (const path of ['secret.txt', 'about-page-0ld.js.br', 'before/about-page-0ld.js', '../secret.txt']) {
    expect([path, (await shop.get(`/assets/${path}`)).status]).toEqual([path, 404]);
  }
});

test('the build keeps the files of its own release for the next', async () => {
  const { assets, formerAssets } = await loadStorefront();
  const scripts = [...assets.keys()].filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((path) => !formerAssets.has(path))).toEqual([]);
});
