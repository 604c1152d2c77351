import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const RELEASES = resolve(import.meta.dirname, '../build/releases');
/** This one and the two before: a page that was opened before that is a day or a night old, and loads itself anew. */
const KEPT_RELEASES = 3;

/** Compresses what the browser loads as far as it goes, once, so that serving it costs nothing. */
export function compressAssets(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(js|css|svg|webmanifest)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/**
 * Keeps the files of this release, and of the ones before it: pages that are open now ask for theirs after the next. Shop and desk
 * are built apart, so the name of a folder says whose release it is.
 */
export function keepRelease(assets: string, app: 'shop-' | 'desk-'): void {
  const manifest = readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name));
  if (!manifest) throw new Error('The build has no manifest: look at keepRelease in storefront/finish-build.ts.');
  const folder = join(RELEASES, app + manifest.slice('manifest-'.length, -'.js'.length));
  rmSync(folder, { recursive: true, force: true });
  cpSync(assets, folder, { recursive: true });
  const isOurs = (name: string) => name.startsWith('desk-') === (app === 'desk-');
  const newestFirst = readdirSync(RELEASES)
    .filter(isOurs)
    .map((name) => ({ path: join(RELEASES, name), made: statSync(join(RELEASES, name)).mtimeMs }))
    .toSorted((left, right) => right.made - left.made);
  for (const { path } of newestFirst.slice(KEPT_RELEASES)) rmSync(path, { recursive: true, force: true });
}
