import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { desc, eq, sql } from '#server/platform/database/drizzle.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { pictureId } from '../pictures/make-picture.ts';
import { extras, pictureFiles, productSizes, products } from '../table.ts';
import { parseCatalogue, writeCatalogue } from './catalogue-file.ts';
import { BadCatalogue } from './catalogue-problems.ts';
import type { CatalogueRow } from './catalogue-row.ts';
import { toCatalogueRow } from './export-catalogue.ts';
import { parseExtras, writeExtras } from './extras-file.ts';
import { importCatalogue } from './import-catalogue.ts';

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
const listRows = async () => {
  const rows = await readProducts();
  const sizes = await database.db.select().from(productSizes).where(eq(productSizes.onSale, true));
  return rows.map((product) =>
    toCatalogueRow(
      product,
      sizes.filter(({ productId }) => productId === product.id),
    ),
  );
};
const readProducts = () => database.db.select().from(products).orderBy(desc(products.id));
/** Changes whenever anything in the catalogue was written, even to the same values. */
const fingerprint = async () => {
  const { rows } = await database.db.execute(sql`
    select (select array_agg((id, xmin)::text order by id) from products) as products,
           (select array_agg((product_id, size, xmin)::text order by 1) from product_sizes) as sizes,
           (select array_agg((id, xmin)::text order by id) from extras) as extras,
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
    const rows = await listRows();
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
      const rows = await listRows();
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
    const rows = await listRows();
    await database.db.delete(products);
    const fromDisk = { readPicture: async () => stubs['red.png'] ?? Buffer.alloc(0) };
    expect(await take(rows, fromDisk)).toMatchObject({ added: 24 });
    const strip = (one: CatalogueRow) =>
      JSON.parse(JSON.stringify(one, (key, value) => (key === 'file' ? undefined : value)));
    expect((await listRows()).map(strip)).toEqual(rows.map(strip));
  });
});

describe('sizes', () => {
  const large = {
    price_pence: 2999,
    stems: [{ flower: 'Snowdrop', count: 18 }],
    height_cm: 25,
    width_cm: null,
    pictures: [{ file: 'red.png', alt: 'Red' }],
  };
  const grand = { ...large, price_pence: 3999, pictures: [] };
  const readSizes = async () => {
    const [newest] = await readProducts();
    return database.db
      .select({ size: productSizes.size, pricePence: productSizes.pricePence, onSale: productSizes.onSale })
      .from(productSizes)
      .where(eq(productSizes.productId, newest?.id ?? 0))
      .orderBy(desc(productSizes.size));
  };

  test('come with a bouquet, each with its price, recipe, measures and picture', async () => {
    const standard = { pictures: [{ file: 'white.png', alt: 'White' }] };
    const days = { available_from: '2026-12-01', available_until: null, most_per_day: 20 };
    expect(await take([row({ sizes: { standard, large, grand }, ...days })])).toMatchObject({ added: 1 });
    const [newest] = await readProducts();
    expect(newest?.standardPictures).toMatchObject([{ alt: 'White' }]);
    expect(newest).toMatchObject({ availableFrom: '2026-12-01', availableUntil: null, mostPerDay: 20 });
    const sizes = await database.db
      .select()
      .from(productSizes)
      .where(eq(productSizes.productId, newest?.id ?? 0));
    expect(sizes.find(({ size }) => size === 'large')).toMatchObject({
      pricePence: 2999,
      stems: [{ flower: 'Snowdrop', count: 18 }],
      heightCm: 25,
      widthCm: null,
      pictures: [{ id: pictureId(stubs['red.png'] ?? Buffer.alloc(0)), alt: 'Red' }],
      onSale: true,
    });
  });

  test('stay as they are when a file of before is imported, and go off sale when a file does not name them', async () => {
    await take([row({ sizes: { large, grand } })]);
    expect(await take([row({ price_pence: 1899 })])).toMatchObject({ changed: 1 });
    expect(await readSizes()).toEqual([
      { size: 'large', pricePence: 2999, onSale: true },
      { size: 'grand', pricePence: 3999, onSale: true },
    ]);
    expect(await take([row({ price_pence: 1899, sizes: { grand } })])).toMatchObject({ changed: 1 });
    expect(await readSizes()).toMatchObject([{ onSale: false }, { onSale: true }]);
    expect(await take([row({ price_pence: 1899, sizes: { grand } })])).toMatchObject({ unchanged: 1 });
    expect(await take([row({ price_pence: 1899, sizes: { large, grand } })])).toMatchObject({ changed: 1 });
    expect(await readSizes()).toMatchObject([{ onSale: true }, { onSale: true }]);
  });

  test('keep their pictures, and lose them with the import that drops them', async () => {
    await take([row({ sizes: { large } })]);
    const red = pictureId(stubs['red.png'] ?? Buffer.alloc(0));
    await take([row({ price_pence: 1899 })]);
    expect(await keptPictures()).toContain(red);
    await take([row({ sizes: { large: { ...large, pictures: [] } } })]);
    expect(await keptPictures()).not.toContain(red);
  });
});

describe('extras', () => {
  const vase = { code: 'jug', name: 'Jug', words: 'Blue', price_pence: 1450, on_sale: true };
  const takeExtras = (rows: object[], format: 'csv' | 'json' = 'json') => {
    const written = writeExtras(format, rows as Parameters<typeof writeExtras>[1]);
    return importCatalogue(database, { rows: [], ...parseExtras(format, Buffer.from(written)) }, { readPicture });
  };

  test.each(['csv', 'json'] as const)('come from %s, are known by their code, and the others stay', async (format) => {
    const pictures = [{ file: 'white.png', alt: 'A jug' }];
    expect(await takeExtras([{ ...vase, pictures }], format)).toEqual({ added: 1, changed: 0, unchanged: 0 });
    expect(await takeExtras([{ ...vase, pictures }], format)).toEqual({ added: 0, changed: 0, unchanged: 1 });
    expect(await takeExtras([{ ...vase, pictures, on_sale: false }], format)).toMatchObject({ changed: 1 });
    const stored = await database.db.select().from(extras).orderBy(extras.id);
    expect(stored.map(({ code, onSale }) => [code, onSale])).toEqual([
      ['vase', true],
      ['candle', true],
      ['chocolate', true],
      ['jug', false],
    ]);
    expect(stored[3]?.pictures).toMatchObject([{ alt: 'A jug' }]);
  });

  test.each(['csv', 'json'] as const)('name what they go with in %s; a file of before leaves it', async (format) => {
    const stand = { ...vase, code: `stand-${format}`, pictures: [] };
    const wordsOf = async () =>
      (await database.db.select().from(extras).where(eq(extras.code, stand.code))).map(({ goesWith }) => goesWith);
    await takeExtras([{ ...stand, goes_with: ['wrap', 'letterbox'] }], format);
    expect(await wordsOf()).toEqual([['wrap', 'letterbox']]);
    const before = `code,name,words,price\n${stand.code},Stand,Oak,14.50`;
    const file = parseExtras('csv', Buffer.from(before));
    await importCatalogue(database, { rows: [], ...file }, { readPicture });
    expect(await wordsOf()).toEqual([['wrap', 'letterbox']]);
    expect(await takeExtras([{ ...stand, goes_with: [] }], format)).toMatchObject({ changed: 1 });
    expect(await wordsOf()).toEqual([[]]);
  });

  test('that cannot be read are refused in words', async () => {
    const csv = 'code,name,words,price,picture,alt,status\njug,Jug,Blue,cheap,,,\njug two,,Blue,3,gone.png,,withdrawn';
    const file = parseExtras('csv', Buffer.from(csv));
    expect(await refusal(importCatalogue(database, { rows: [], ...file }, { readPicture }))).toEqual([
      'line 2: price must be pounds, as in 36 or 36.50',
      'line 3: code may hold letters A to Z, digits and hyphens only',
      'line 3: name is missing',
      'line 3: pictures 1 alt is missing',
      'line 3: status must be on_sale or sold_out',
    ]);
  });
});

describe('refuses', () => {
  test('a size that cannot be sold', async () => {
    const headings =
      'item_code,name,category,occasions,price,desc,description,size,presentation,stems,care,picture_1,alt_1';
    const cells = 'N-1,Frost,Seasonal,thanks,20,White.,White.,small,Tissue,5 x Snowdrop,Water.,white.png,White';
    const text = `${headings},large_price,large_stems,available_from,available_until\n${cells},,6 x Snowdrop,2026-12-24,01/12/2026`;
    const file = parseCatalogue('csv', Buffer.from(text));
    expect(await refusal(importCatalogue(database, file, { readPicture }))).toEqual([
      'line 2: sizes large price must be pounds, as in 36 or 36.50',
    ]);
    const dated = parseCatalogue('csv', Buffer.from(text.replace(',,6 x', ',25,6 x')));
    expect(dated.problems.map(({ reason }) => reason)).toEqual(['available_until is before available_from']);
  });

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
