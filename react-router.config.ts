import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const BUILD = 'build/storefront';
const PICTURES = 'catalogue/made';
const RELEASES = 'build/releases';
/** This one and the two before: a page that was opened before that is a day or a night old, and loads itself anew. */
const KEPT_RELEASES = 3;

/** Compresses what the browser loads as far as it goes, once, so that serving it costs nothing. */
function compressAssets(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(js|css|svg|webmanifest)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** The pictures of the pages themselves travel with the storefront; those of bouquets live in the database. */
function copySitePictures(folder: string): void {
  const made: Record<string, { id: string }> = JSON.parse(readFileSync(join(PICTURES, 'site.json'), 'utf8'));
  const ids = Object.values(made).map(({ id }) => id);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(PICTURES)) {
    if (/\.(avif|webp|jpg)$/.test(file) && ids.some((id) => file.startsWith(id))) {
      copyFileSync(join(PICTURES, file), join(folder, file));
    }
  }
}

/** Keeps the files of this release, and of the ones before it: pages that are open now ask for theirs after the next. */
function keepRelease(assets: string): void {
  const manifest = readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name));
  if (!manifest) throw new Error('The build has no manifest: look at keepRelease in react-router.config.ts.');
  const folder = join(RELEASES, manifest.slice('manifest-'.length, -'.js'.length));
  rmSync(folder, { recursive: true, force: true });
  cpSync(assets, folder, { recursive: true });
  const newestFirst = readdirSync(RELEASES)
    .map((name) => ({ path: join(RELEASES, name), made: statSync(join(RELEASES, name)).mtimeMs }))
    .toSorted((left, right) => right.made - left.made);
  for (const { path } of newestFirst.slice(KEPT_RELEASES)) rmSync(path, { recursive: true, force: true });
}

export default {
  appDirectory: 'storefront/app',
  buildDirectory: BUILD,
  ssr: true,
  // The site map is small: sending it whole saves a request on every first click.
  routeDiscovery: { mode: 'initial' },
  buildEnd() {
    compressAssets(join(BUILD, 'client'));
    copySitePictures(join(BUILD, 'client/pictures'));
    keepRelease(join(BUILD, 'client/assets'));
  },
} satisfies Config;
