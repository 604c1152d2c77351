import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { products } from '../catalogue/table.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { stockDemoCatalogue } from './stock-demo-catalogue.ts';

let database: TestDatabase;
let folder: string;
let demo: { file: URL; madePictures: URL };
let printed: string[];

const bouquet = (item_code: string) => ({
  item_code,
  name: `Bouquet ${item_code}`,
  category: 'Seasonal',
  occasions: ['just because'],
  price: 19.99,
  desc: 'White and silver.',
  description: 'White, then silver.',
  size: 'small',
  presentation: 'Tissue',
  stems: [{ flower: 'Snowdrop', count: 12 }],
  care: 'Keep cool.',
  pictures: [{ file: 'white.png', alt: 'Snowdrops' }],
});
const stock = () => stockDemoCatalogue(database, (line) => printed.push(line), demo);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marigold-lane-demo-'));
  demo = { file: pathToFileURL(join(folder, 'demo.json')), madePictures: pathToFileURL(join(folder, 'made')) };
  await sharp({ create: { width: 16, height: 20, channels: 3, background: '#fff' } }).toFile(join(folder, 'white.png'));
  await writeFile(demo.file, JSON.stringify([bouquet('B-2'), bouquet('B-1')]));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  printed = [];
  database = await createTestDatabase();
  return () => database.drop();
});

test('stocks an empty shop once, however many start together, and keeps the pictures it made', async () => {
  await database.db.delete(products);
  await Promise.all([stock(), stock(), stock()]);
  expect(await database.db.$count(products)).toBe(2);
  expect(printed).toEqual(['Pictures 1 of 1', 'Stocked the shop with 2 bouquets to try it with.']);
  expect((await readdir(join(folder, 'made'))).filter((name) => name.endsWith('.json'))).toHaveLength(1);
});

test('encodes nothing when the pictures were made before', async () => {
  await database.db.delete(products);
  await stock();
  expect(printed).toEqual(['Stocked the shop with 2 bouquets to try it with.']);
});

test('leaves a shop that has bouquets as it is, without a word', async () => {
  await stock();
  expect(await database.db.$count(products)).toBe(24);
  expect(printed).toEqual([]);
});
