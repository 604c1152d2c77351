import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { readCatalogue } from './catalogue-file.ts';
import { exportCatalogue } from './export-catalogue.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'marigold-lane-export-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test.each(['shop.csv', 'shop.json'])(
  'writes %s with every bouquet, newest first, and the pictures as the shop knows them',
  async (name) => {
    expect(await exportCatalogue(database, join(folder, name))).toEqual({ bouquets: 24, pictures: 0 });
    const { rows, problems } = await readCatalogue(join(folder, name));
    expect(problems).toEqual([]);
    expect(rows.map(({ row }) => row.item_code).slice(0, 2)).toEqual(['ML-1002', 'ML-1022']);
    expect(rows[0]?.row.pictures[0]?.file).toMatch(/^picture:[0-9a-f]{16}$/);
  },
);

test('writes the largest JPEG of every picture when asked', async () => {
  const picturesDir = join(folder, 'pictures');
  expect(await exportCatalogue(database, join(folder, 'with-pictures.csv'), { picturesDir })).toEqual({
    bouquets: 24,
    pictures: 2,
  });
  const names = await readdir(picturesDir);
  expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.jpg$/), expect.stringMatching(/^[0-9a-f]{16}\.jpg$/)]);
  expect(await sharp(join(picturesDir, names[0] ?? '')).metadata()).toMatchObject({
    format: 'jpeg',
    width: 16,
    height: 20,
  });
});

test('refuses to write over a file: it may hold a morning of typing', async () => {
  const path = join(folder, 'mine.csv');
  await writeFile(path, 'mine');
  await expect(exportCatalogue(database, path)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(path, 'utf8')).toBe('mine');
});
