/**
 * Makes every file of every picture in catalogue/pictures/ and keeps it in build/pictures/, where the first start of
 * the shop and the storefront's build find it. What is there already is left alone.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Picture } from '#contract/pictures.ts';
import { makePicture } from '#server/catalogue/make-picture.ts';
import { eachLimited } from '#server/catalogue/prepare-pictures.ts';
import { showProgress } from '#server/catalogue/show-progress.ts';

const MASTERS = new URL('../catalogue/pictures/', import.meta.url);
const MADE = new URL('../build/pictures/', import.meta.url);

/** Pictures that pages name themselves. Most fill more of the window than a bouquet does; the others have its widths. */
const SITE_WIDTHS: Record<string, number[] | undefined> = {
  'hero-wide': [768, 1152, 1536, 2048, 2880],
  'hero-phone': [360, 480, 768, 1080],
  promo: [480, 768, 1152, 1536, 2048],
  'doorstep-wide': [480, 768, 1152, 1536, 2048],
  doorstep: [360, 480, 768, 1080],
  bench: [480, 768, 1152, 1536, 2048],
  'hall-table': [360, 480, 768, 1080],
  'promenade-close': undefined,
  'jolly-close': undefined,
};

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
