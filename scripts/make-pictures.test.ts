import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { expect, test } from 'vitest';
import { findCachedPicture } from '#server/features/catalogue/pictures/cached-pictures.ts';
import { pictureId } from '#server/features/catalogue/pictures/make-picture.ts';
import { SHIPPED_PICTURES } from '#server/features/catalogue/pictures/shipped-pictures.ts';
import { SITE_WIDTHS } from './site-widths.ts';

const CATALOGUE = new URL('../catalogue/', import.meta.url);
const read = (name: string) => readFile(new URL(name, CATALOGUE), 'utf8');

/** The id of each master, as this recipe has it, by name. */
async function idsOfMasters(): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const file of await readdir(new URL('pictures/', CATALOGUE))) {
    const { name } = parse(file);
    ids.set(name, pictureId(await readFile(new URL(`pictures/${file}`, CATALOGUE)), SITE_WIDTHS[name]));
  }
  return ids;
}

test('every picture comes ready made and whole, so that no start encodes one, and none that nobody shows', async () => {
  const named = [...`${await read('demo.json')}${await read('extras.json')}`.matchAll(/picture:([0-9a-f]{16})/g)];
  const shown = new Set([...(await idsOfMasters()).values(), ...named.map(([, id]) => id)]);
  const labels = (await readdir(SHIPPED_PICTURES)).filter((file) => /^[0-9a-f]{16}\.json$/.test(file));
  expect(labels.map((file) => parse(file).name).sort()).toEqual([...shown].sort());

  const files = new Set(['site.json']);
  for (const file of labels) {
    const { id, files: made } = (await findCachedPicture(SHIPPED_PICTURES, parse(file).name)) ?? {
      id: `${file} is cut short`,
    };
    files.add(`${id}.json`);
    for (const { format, width } of made ?? [])
      files.add(format === 'share' ? `${id}-share.jpg` : `${id}-${width}.${format}`);
  }
  expect((await readdir(SHIPPED_PICTURES)).sort()).toEqual([...files].sort());
});

test('pages know the pictures that they name themselves', async () => {
  const ids = await idsOfMasters();
  const site: Record<string, { id: string }> = JSON.parse(await read('made/site.json'));
  expect(Object.keys(site)).toEqual(Object.keys(SITE_WIDTHS));
  for (const [name, { id }] of Object.entries(site)) expect(id, name).toBe(ids.get(name));
});
