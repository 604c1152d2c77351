import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets, keepRelease } from './storefront/finish-build.ts';

const BUILD = 'build/storefront';
const PICTURES = 'catalogue/made';

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
    keepRelease(join(BUILD, 'client/assets'), 'shop-');
  },
} satisfies Config;
