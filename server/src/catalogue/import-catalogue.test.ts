import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { desc, eq, sql } from '../database/drizzle.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { parseCatalogue, writeCatalogue } from './catalogue-file.ts';
import { BadCatalogue } from './catalogue-problems.ts';
import type { CatalogueRow } from './catalogue-row.ts';
import { toCatalogueRow } from './export-catalogue.ts';
import { importCatalogue } from './import-catalogue.ts';
import { pictureId } from './make-picture.ts';
import { pictureFiles, products } from './table.ts';

let database: TestDatabase;
let stubs: Record<string, Buffer>;
let read: string[];

const readPicture = async (file: string) => {
  read.push(file);
  const stub = stubs[file];
  if (!stub) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
  return stub;
};

const stub = (background: string) =>
  sharp({ create: { width: 20, height: 25, channels: 3, background } })
    .png()
    .toBuffer();

const row = (over: Partial<CatalogueRow> = {}): CatalogueRow => ({
  item_code: 'NEW-1',
  name: 'First Frost',
  category: 'Seasonal',
  occasions: ['just because'],
  price_pence: 1999,
  desc: 'White and silver.',
  description: 'White,\nthen silver.',
  size: 'small',
  height_cm: 21,
  width_cm: null,
  presentation: 'Tissue',
  stems: [{ flower: 'Snowdrop', count: 12 }],
  care: 'Keep cool.',
  pictures: [{ file: 'white.png', alt: 'Snowdrops' }],
  status: 'on_sale',
  ...over,
});

const take = (rows: CatalogueRow[], options = {}) => {
  const catalogue = parseCatalogue('json', Buffer.from(writeCatalogue('json', rows)));
  return importCatalogue(database, catalogue, { readPicture, ...options });
};
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'It was not refused.',
    (error) => {
      if (!(error instanceof BadCatalogue)) throw error;
      return error.problems.map(({ location, reason }) => `${location}: ${reason}`);
    },
  );
const readProducts = () => database.db.select().from(products).orderBy(desc(products.id));
/** Changes whenever anything in the catalogue was written, even to the same values. */
const fingerprint = async () => {
  const { rows } = await database.db.execute(sql`
    select (select array_agg((id, xmin)::text order by id) from products) as products,
           (select array_agg((picture, format, width, xmin)::text order by 1) from picture_files) as pictures`);
  return rows;
};
const keptPictures = async () =>
  new Set(
    (await database.db.select({ picture: pictureFiles.picture }).from(pictureFiles)).map(({ picture }) => picture),
  );

beforeAll(async () => {
  stubs = { 'white.png': await stub('#fff'), 'red.png': await stub('#f00'), 'letter.txt': Buffer.from('Dear florist') };
});
beforeEach(async () => {
  read = [];
  database = await createTestDatabase();
  return () => database.drop();
});

describe('works', () => {
  test('adds what is new, the first row as the newest, with every file of its pictures', async () => {
    const rows = [row(), row({ item_code: 'NEW-2', name: 'Second Frost', price_pence: 29 })];
    expect(await take(rows)).toEqual({ added: 2, changed: 0, unchanged: 0 });
    const [first, second, third] = await readProducts();
    expect([first?.itemCode, second?.itemCode, third?.itemCode]).toEqual(['NEW-1', 'NEW-2', 'ML-1002']);
    expect(first).toMatchObject({
      pricePence: 1999,
      summary: 'White and silver.',
      description: 'White,\nthen silver.',
      heightCm: 21,
      widthCm: null,
      sold: 0,
    });
    expect(second?.pricePence).toBe(29);

    const id = pictureId(stubs['white.png'] ?? Buffer.alloc(0));
    expect(first?.pictures).toEqual([
      {
        id,
        alt: 'Snowdrops',
        width: 20,
        height: 25,
        widths: [20],
        placeholder: expect.stringMatching(/^data:/),
        share: true,
      },
    ]);
    const files = await database.db.select().from(pictureFiles).where(eq(pictureFiles.picture, id));
    expect(files.map(({ format, width }) => `${width}.${format}`).sort()).toEqual([
      '1200.share',
      '20.avif',
      '20.jpg',
      '20.webp',
    ]);
  });

  test('leaves the measures as they are where a file has no such column, and drops them where its cell is empty', async () => {
    await take([row()]);
    const { height_cm, width_cm, ...unmeasured } = row({ price_pence: 2_499 });
    expect(await take([unmeasured])).toMatchObject({ changed: 1 });
    expect((await readProducts())[0]).toMatchObject({ pricePence: 2_499, heightCm: 21 });
    await take([row({ price_pence: 2_499, height_cm: null })]);
    expect((await readProducts())[0]?.heightCm).toBeNull();
  });

  test('gives a picture of before a crop to share when its master comes again, and asks for none without', async () => {
    await take([row()]);
    const [before] = await readProducts();
    const old = before?.pictures.map(({ share, ...picture }) => picture) ?? [];
    await database.db.update(products).set({ pictures: old }).where(eq(products.itemCode, 'NEW-1'));
    await database.db.delete(pictureFiles).where(eq(pictureFiles.format, 'share'));

    const known = `picture:${old[0]?.id}`;
    const renamed = row({ name: 'Late Frost', pictures: [{ file: known, alt: 'Snowdrops' }] });
    expect(await take([renamed])).toMatchObject({ changed: 1 });
    expect((await readProducts())[0]?.pictures).toEqual(old);

    expect(await take([row()])).toMatchObject({ changed: 1 });
    expect((await readProducts())[0]?.pictures).toEqual(before?.pictures);
    const shares = await database.db.select().from(pictureFiles).where(eq(pictureFiles.format, 'share'));
    expect(shares.map(({ picture }) => picture)).toEqual([old[0]?.id]);
  });

  test('repeated, writes nothing and encodes nothing', async () => {
    const rows = [
      row(),
      row({ item_code: 'NEW-2', name: 'Second Frost', pictures: [{ file: 'red.png', alt: 'Red' }] }),
    ];
    await take(rows);
    const before = await fingerprint();
    const progress: string[] = [];
    const onProgress = (done: number, total: number) => progress.push(`${done}/${total}`);
    expect(await take(rows, { onProgress })).toEqual({ added: 0, changed: 0, unchanged: 2 });
    expect(await fingerprint()).toEqual(before);
    expect(progress).toEqual([]);
  });

  test('a changed price is one change; id, sales and ratings stay', async () => {
    await database.db.update(products).set({ sold: 7, ratingSum: 9, reviewCount: 2 });
    const before = await readProducts();
    const rows = before.map(toCatalogueRow);
    const next = rows.map((one) => (one.item_code === 'ML-1022' ? { ...one, price_pence: 5999 } : one));
    expect(await take(next)).toEqual({ added: 0, changed: 1, unchanged: 23 });
    expect(await readProducts()).toEqual(
      before.map((one) => (one.itemCode === 'ML-1022' ? { ...one, pricePence: 5999 } : one)),
    );
  });

  test('leaves what the file does not name, and removes pictures that nothing shows any more', async () => {
    await take([row()]);
    const before = await keptPictures();
    await take([row({ pictures: [{ file: 'red.png', alt: 'Red' }] })]);
    expect(await readProducts()).toHaveLength(25);
    const after = await keptPictures();
    expect([...before].filter((id) => !after.has(id))).toEqual([pictureId(stubs['white.png'] ?? Buffer.alloc(0))]);
    expect([...after].filter((id) => !before.has(id))).toEqual([pictureId(stubs['red.png'] ?? Buffer.alloc(0))]);
  });

  test('tells how far it is', async () => {
    const progress: string[] = [];
    const pictures = [
      { file: 'white.png', alt: 'White' },
      { file: 'red.png', alt: 'Red' },
    ];
    await take([row({ pictures })], { onProgress: (done: number, total: number) => progress.push(`${done}/${total}`) });
    expect(progress).toEqual(['1/2', '2/2']);
  });

  test('two at once end as one after the other', async () => {
    const results = await Promise.all([take([row()]), take([row()]), take([row()])]);
    expect(results.map(({ added }) => added).sort()).toEqual([0, 0, 1]);
  });

  test.each(['csv', 'json'] as const)(
    'a shop written as %s comes back unchanged, without a picture file',
    async (format) => {
      const before = await fingerprint();
      const rows = (await readProducts()).map(toCatalogueRow);
      const catalogue = parseCatalogue(format, Buffer.from(writeCatalogue(format, rows)));
      expect(await importCatalogue(database, catalogue, { readPicture })).toEqual({
        added: 0,
        changed: 0,
        unchanged: 24,
      });
      expect(await fingerprint()).toEqual(before);
      expect(read).toEqual([]);
    },
  );

  test('an empty shop filled from an export has the same bouquets in the same order', async () => {
    const rows = (await readProducts()).map(toCatalogueRow);
    await database.db.delete(products);
    const fromDisk = { readPicture: async () => stubs['red.png'] ?? Buffer.alloc(0) };
    expect(await take(rows, fromDisk)).toMatchObject({ added: 24 });
    const strip = (one: CatalogueRow) => ({ ...one, pictures: one.pictures.map(({ alt }) => alt) });
    expect((await readProducts()).map(toCatalogueRow).map(strip)).toEqual(rows.map(strip));
  });
});

describe('refuses', () => {
  test('every bad row at once, and changes nothing', async () => {
    const before = await fingerprint();
    const rows = [
      row(),
      row({ item_code: 'NEW-2', name: 'Second Frost', price_pence: 0 }),
      row({ item_code: 'NEW-3', name: 'Rosy Parlour' }),
      row({ item_code: 'NEW-4', name: 'Fourth', pictures: [{ file: 'gone.png', alt: 'Gone' }] }),
      row({ item_code: 'NEW-5', name: 'Fifth', pictures: [{ file: 'letter.txt', alt: 'Letter' }] }),
      row({ item_code: 'NEW-6', name: 'Sixth', pictures: [{ file: 'picture:0123456789abcdef', alt: 'Lost' }] }),
    ];
    const reasons = await refusal(take(rows));
    expect(
      String(reasons)
        .replace(/ \(line \d+\)/g, '')
        .split(','),
    ).toEqual([
      'item 2: price must be at least £0.01',
      'item 3: the name Rosy Parlour belongs to ML-1002 already',
      'item 4: picture gone.png is not there',
      'item 5: picture letter.txt is not a JPEG',
      ' PNG',
      ' WebP',
      ' AVIF or TIFF picture',
      'item 6: picture picture:0123456789abcdef is not in this shop',
    ]);
    expect(await fingerprint()).toEqual(before);
  });

  test('a picture that turns out to be damaged only when it is made', async () => {
    const whole = await sharp({
      create: {
        width: 99,
        height: 99,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    stubs['half.jpg'] = whole.subarray(0, whole.length / 2);
    const before = await fingerprint();
    const reasons = await refusal(
      take([row(), row({ item_code: 'NEW-2', name: 'Two', pictures: [{ file: 'half.jpg', alt: 'Half' }] })]),
    );
    expect(reasons).toEqual([expect.stringMatching(/^item 2 .*: picture half.jpg cannot be made: /)]);
    expect(await fingerprint()).toEqual(before);
  });
});
