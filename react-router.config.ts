import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const BUILD = 'build/storefront';
const PICTURES = 'build/pictures';

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

export default {
  appDirectory: 'storefront/app',
  buildDirectory: BUILD,
  ssr: true,
  // The site map is small: sending it whole saves a request on every first click.
  routeDiscovery: { mode: 'initial' },
  buildEnd() {
    compressAssets(join(BUILD, 'client'));
    copySitePictures(join(BUILD, 'client/pictures'));
  },
} satisfies Config;
