/**
 * Makes the files of the pictures in catalogue/pictures/ that are not in catalogue/made/ yet: those of a master that is new or
 * changed, or of a new recipe. They belong in the same commit, so that no start of the shop encodes anything.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Picture } from '#contract/pictures.ts';
import { showProgress } from '#server/features/catalogue/file/show-progress.ts';
import { makePicture } from '#server/features/catalogue/pictures/make-picture.ts';
import { eachLimited } from '#server/features/catalogue/pictures/prepare-pictures.ts';
import { SITE_WIDTHS } from './site-widths.ts';

const MASTERS = new URL('../catalogue/pictures/', import.meta.url);
const MADE = new URL('../catalogue/made/', import.meta.url);

const masters = (await readdir(MASTERS)).filter((name) => !name.startsWith('.')).sort();
const site: Record<string, Picture> = {};
const progress = showProgress(console.log, process.stdout);
let done = 0;

await mkdir(MADE, { recursive: true });
await eachLimited(masters, async (file) => {
  const { name } = parse(file);
  const widths = SITE_WIDTHS[name];
  const options = { cacheDir: fileURLToPath(MADE), ...(widths && { widths }) };
  const { files, share, ...facts } = await makePicture(await readFile(new URL(file, MASTERS)), options).catch(
    (cause) => {
      throw new Error(`catalogue/pictures/${file} ${cause.message}`, { cause });
    },
  );
  if (name in SITE_WIDTHS) site[name] = { ...facts, alt: '' };
  done += 1;
  progress(done, masters.length);
});

const inOrder = Object.keys(SITE_WIDTHS).map((name) => {
  if (!site[name]) throw new Error(`catalogue/pictures/ lacks ${name}`);
  return [name, site[name]];
});

const unfinished = new URL(`site.json.${process.pid}`, MADE);
await writeFile(unfinished, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
await rename(unfinished, new URL('site.json', MADE));
