import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { makePicture } from '../pictures/make-picture.ts';
import { storeShippedPictures } from '../pictures/shipped-pictures.ts';
import { extras, flowers, pictureFiles, productSizes, products } from '../table.ts';
import { stockDemoCatalogue } from './stock-demo-catalogue.ts';

let database: TestDatabase;
let folder: string;
let demo: { file: URL; extras: URL; flowers: URL; shippedPictures: URL };
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
  const inFolder = (name: string) => pathToFileURL(join(folder, name));
  demo = {
    file: inFolder('demo.json'),
    extras: inFolder('extras.json'),
    flowers: inFolder('flowers.json'),
    shippedPictures: inFolder('shipped'),
  };
  await sharp({ create: { width: 16, height: 20, channels: 3, background: '#fff' } }).toFile(join(folder, 'white.png'));
  const shipped = await makePicture(await readFile(join(folder, 'white.png')), {
    cacheDir: join(folder, 'shipped'),
    widths: [8],
  });
  const pictures = [{ file: `picture:${shipped.id}`, alt: 'White' }];
  const large = { price: 29.99, stems: [{ flower: 'Snowdrop', count: 18 }], pictures };
  await writeFile(demo.file, JSON.stringify([{ ...bouquet('B-2'), sizes: { large } }, bouquet('B-1')]));
  await writeFile(demo.flowers, JSON.stringify([{ flower: 'Snowdrop', bunch: 25 }]));
  await writeFile(demo.extras, JSON.stringify([{ code: 'vase', name: 'Vase', words: 'Clear', price: 12, pictures }]));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  printed = [];
  database = await createTestDatabase();
  return () => database.drop();
});

test('stocks an empty shop once, however many start together, and keeps the pictures it made', async () => {
  await database.db.delete(products);
  await database.db.delete(extras);
  await Promise.all([stock(), stock(), stock()]);
  expect(await database.db.$count(products)).toBe(2);
  expect(await database.db.select().from(productSizes)).toMatchObject([{ size: 'large', pricePence: 2999 }]);
  expect(await database.db.select().from(extras)).toMatchObject([{ code: 'vase', pricePence: 1200 }]);
  expect(await database.db.select().from(flowers)).toEqual([{ name: 'Snowdrop', bunch: 25 }]);
  // One was made of the master. The other comes ready made, and is stored once the shop is open.
  const countPictures = async () =>
    (await database.db.selectDistinct({ id: pictureFiles.picture }).from(pictureFiles)).length;
  expect(await countPictures()).toBe(1);
  const store = () => storeShippedPictures(database, new AbortController().signal, join(folder, 'shipped'));
  await Promise.all([store(), store()]);
  expect(await countPictures()).toBe(2);
  expect(printed).toEqual(['Pictures 1 of 1', 'Stocked the shop with 2 bouquets to try it with.']);
  expect((await readdir(join(folder, 'shipped'))).filter((name) => name.endsWith('.json'))).toHaveLength(2);
});

test('encodes nothing when the pictures were made before', async () => {
  await database.db.delete(products);
  await database.db.delete(extras);
  await stock();
  expect(printed).toEqual(['Stocked the shop with 2 bouquets to try it with.']);
});

test('leaves a shop that has bouquets as it is, without a word', async () => {
  await stock();
  expect(await database.db.$count(products)).toBe(24);
  expect(await database.db.$count(flowers)).toBe(0);
  expect(printed).toEqual([]);
});
