import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ListProducts } from '#contract/finding.ts';
import { ProductList } from '#contract/products.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { toJson } from '../lists/list-as-json.ts';
import { searchInDatabase } from './search-in-database.ts';
import { searchInMemory } from './search-in-memory.ts';
import { toTrigramsAs } from './trigrams.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let names: string[];
let words: string[];

const ODD_NAMES = [
  'Crème de la Crème',
  'ÉCLAIR Été',
  '100% Rose_Petals',
  'Ink ink-ink Inkling',
  'B',
  'Straße 7',
  '日本 花',
];

/** To compare each of them takes minutes. */
const ONE_OF = 7;

const openShop = async () => {
  const opened = await openTestShop();
  const { db } = opened.deps;
  await db.execute(sql`
    insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
    select 'ODD-' || n, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures
    from (select category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures, item_code from products)
      as model, unnest(${sql.param(ODD_NAMES)}::text[]) with ordinality as odd (name, n)
    where item_code = (select item_code from products order by id offset n limit 1) order by n`);
  await db.execute(sql`update products set status = 'withdrawn' where name in ('Chapel Lane', 'Éclair')`);
  await db.execute(sql`update products set status = 'sold_out' where name = 'Tearoom'`);
  opened.deps.responseCache.clear();
  return opened;
};

beforeAll(async () => {
  shop = await openShop();
  const { rows } = await shop.deps.db.execute<{ name: string }>(sql`select name from products order by id`);
  const { rows: terms } = await shop.deps.db.execute<{ word: string }>(
    sql`select distinct substring(term from ':(.*)') as word from search.vocabulary order by 1`,
  );
  names = rows.map(({ name }) => name);
  const meant = [...names, ...terms.map(({ word }) => word)];
  words = [
    ...[...meant.flatMap(listParts), ...meant.flatMap(listSlips)].filter((_, index) => index % ONE_OF === 0),
    ...names.map((name, index) => `${name.split(' ')[0]} ${names[(index * 7 + 3) % names.length]?.split(' ').at(-1)}`),
    ...terms.map(({ word }, index) => `${word} ${terms[(index * 11 + 5) % terms.length]?.word}`),
    '%',
    '_',
    '%%%',
    '___',
    'r%se',
    'ro_y',
    '\\',
    '\\\\%',
    "'",
    '"',
    '&',
    '& p',
    '100%',
    '%_%_%',
    '!!!',
    '((',
    'a%b',
    'flowers',
    'flowers under 40',
    'over 60',
    'roses between 30 and 50.00',
    'small roses for Friday',
    'wedding',
    'sorry for your loss',
    'crème',
    'CRÈME',
    'creme',
    'été',
    'straße',
    'STRASSE',
    '花',
    'İ',
    'ı',
    'ink',
    'inkinkink',
    'e\u0301clair',
    '👍🏽',
    '½',
    'x'.repeat(60),
    'rose '.repeat(10).trim(),
    'the the the',
    'a b c d e f g h i j',
    '7',
    'e7',
    '0',
    ''.padEnd(3, 'q'),
  ];
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

/** Every part of a text. */
const listParts = (text: string): string[] =>
  [...text].flatMap((_, from) =>
    Array.from({ length: text.length - from }, (__, more) => text.slice(from, from + more + 1)),
  );

/** Each slip of one letter: left out, doubled, wrong, swapped with the next; and the same of words written together. */
const listSlips = (text: string): string[] =>
  [...text].flatMap((letter, at) => {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    return [
      before + after,
      before + letter + letter + after,
      `${before}x${after}`,
      before + after.slice(0, 1) + letter + after.slice(1),
    ];
  });

const MORE: Partial<Record<keyof ListProducts, string>>[] = [
  {},
  { sort: 'price' },
  { sort: '-price', limit: '3' },
  { sort: 'name', limit: '5' },
  { category: 'bouquets' },
  { occasion: 'birthday', sort: 'name' },
  { colour: 'pink,white', limit: '1' },
  { flower: 'rose', price: '35-50,50-70' },
  { pets: 'safe' },
  { ids: '1,2,3,5,8,13,21,27,30' },
  { after: '12' },
  { after: '15', sort: 'price', limit: '4' },
  { after: '9', sort: '-price' },
  { after: '20', sort: 'name' },
  { after: '999', sort: 'name' },
  { after: '999' },
];

/** As many as the demonstration has, each sold under another name and for something else. */
const SOLD = fc
  .array(
    fc.record({
      name: fc
        .array(fc.constantFrom('Rosy', 'Peony', 'Pink', 'Ink', 'Été', '7', '100%', 'the', 'Red', 'LANE', 'of_a'), {
          minLength: 1,
          maxLength: 3,
        })
        .map((parts) => parts.join(' ')),
      category: fc.constantFrom('Bouquets', 'Letterbox', 'Plants', 'Vases'),
      occasions: fc.subarray(['birthday', 'sympathy', 'thank you', 'new home']),
      price: fc.integer({ min: 1_000, max: 9_000 }),
      status: fc.constantFrom('on_sale', 'on_sale', 'sold_out', 'withdrawn'),
      stems: fc
        .subarray(['Red rose', 'White rose', 'Pink peony', 'Blue iris', 'Eucalyptus', 'White lily'])
        .map((flowers) => flowers.map((flower, place) => ({ flower, count: 3 + 2 * place }))),
    }),
    { minLength: 24, maxLength: 24 },
  )
  .map((sold) => sold.map((bouquet, index) => ({ ...bouquet, place: index + 1 })));
const SEARCHED = fc.record({
  /** Part of a name, with or without a slip, if there is no word. */
  of: fc.nat({ max: 23 }),
  from: fc.nat({ max: 8 }),
  length: fc.integer({ min: 1, max: 12 }),
  slip: fc.boolean(),
  word: fc.option(
    fc.constantFrom(
      'red roses',
      'rsoes',
      'pink',
      'peony wether',
      'birthday',
      'thank you lilies',
      'over 40',
      'white',
      'i',
      '%',
      'vases',
    ),
    { nil: undefined },
  ),
  more: fc.constantFrom(...MORE),
});

async function compare(search: string, more: object, { deps } = shop) {
  const { limit = 500, ...asked } = ListProducts.parse({ search, ...more });
  if (!asked.search) return;
  const wanted = { ...asked, search: asked.search, limit };
  const inMemory = await searchInMemory(deps, wanted);
  if (inMemory === undefined) return undefined;
  const inDatabase = toJson(ProductList, await searchInDatabase(deps, wanted));
  if (inMemory !== inDatabase) expect({ search, more, found: inMemory }).toEqual({ search, more, found: inDatabase });
  return inMemory;
}

describe('a search of a small catalogue in memory', () => {
  test('gives what the database gives, for parts and slips of every name and word', {
    timeout: 300_000,
  }, async () => {
    const all = sampler.pick(8, [...new Set(words.flatMap((word) => [word, word.toUpperCase()]))]);
    let [compared, near] = [0, 0];
    for (const [index, word] of all.entries()) {
      for (const more of index % 5 === 0 ? [{}, MORE[(index / 5) % MORE.length] ?? {}] : [{}]) {
        const found = await compare(word, more);
        if (found !== undefined) compared += 1;
        if (found?.includes('"match":"near"')) near += 1;
      }
    }
    expect(compared).toBeGreaterThan(sampler.times(10, 2_000));
    expect(near).toBeGreaterThan(sampler.times(12, 200));
  });

  test.each(MORE)('with %o gives what the database gives', { timeout: 60_000 }, async (more) => {
    for (const word of [
      'white',
      'peony',
      'tulips sympathy',
      'rsoes',
      'peony wether',
      'o',
      'th',
      'roses',
      'ink',
      'pier srobet',
      'zzz',
    ]) {
      expect(await compare(word, more)).toBeDefined();
    }
  });

  test('gives what the database gives, whatever the shop sells', { timeout: 300_000 }, async () => {
    const other = await openTestShop();
    const { db, responseCache } = other.deps;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(SOLD, fc.array(SEARCHED, { minLength: 8, maxLength: 8 }), async (sold, searches) => {
        await db.execute(sql`
          update products set name = made.name, category = made.category, occasions = array(select jsonb_array_elements_text(made.occasions)),
            price_pence = made.price, status = made.status, stems = made.stems
          from (select id, row_number() over (order by id) as place from products) as numbered
            inner join jsonb_to_recordset(${JSON.stringify(sold)}::jsonb)
              as made (place int, name text, category text, occasions jsonb, price int, status text, stems jsonb) using (place)
          where products.id = numbered.id`);
        responseCache.clear();
        for (const { of, from, length, slip, word, more } of searches) {
          const part = sold[of]?.name.slice(from, from + length) ?? '';
          const search = word ?? (slip ? `${part.slice(0, 1)}x${part.slice(2)}` : part);
          if ((await compare(search, more, other))?.includes('"id"')) found += 1;
        }
      }),
      { numRuns: 25 },
    );
    expect(found).toBeGreaterThan(50);
    await other.close();
  });

  test('is asked by everybody, without a statement', async () => {
    await shop.get('/api/products/?search=velvet');
    const query = shop.deps.db.$client.query;
    let statements = 0;
    Object.assign(shop.deps.db.$client, {
      query(...args: unknown[]) {
        statements += 1;
        return Reflect.apply(query, this, args);
      },
    });
    try {
      for (const word of ['rosy', 'rsoy', 'white+lilies', 'b', 'pi']) await shop.get(`/api/products/?search=${word}`);
      expect(statements).toBe(0);
      await shop.get('/api/products/?search=%C3%A9t%C3%A9');
      expect(statements).toBeGreaterThan(0);
    } finally {
      Object.assign(shop.deps.db.$client, { query });
    }
  });
});

describe('the database is asked', () => {
  const search = (other: typeof shop, word: string) =>
    searchInMemory(other.deps, { search: word, sort: 'new', limit: 9 });

  test('for letters of which only it knows the lower case', async () => {
    expect(await search(shop, 'été')).toBeUndefined();
  });

  test('where it makes other trigrams of a name than we do', () => {
    const ink = { name: 'Ink', trigrams: ['  i', ' in', 'ink', 'nk '] };
    const fete = { name: 'Fête', trigrams: ['  f', '  t', ' f ', ' te', 'te '] };
    const whole = { name: 'Fête', trigrams: ['  f', '0x9a1b2c', '0x1a2b3c', '0x2a2b3c', 'te '] };
    expect(toTrigramsAs([ink, fete])).toEqual([ink.trigrams, ['  f', ' f ', '  t', ' te', 'te ']]);
    expect(toTrigramsAs([ink, whole])?.[1]).toHaveLength(5);
    expect(toTrigramsAs([fete, whole])).toBeUndefined();
    expect(toTrigramsAs([ink, { ...ink, name: 'Irk' }])).toBeUndefined();
  });

  test('for more than 150 bouquets', async () => {
    const other = await openTestShop();
    const add = async (count: number) => {
      await other.deps.db.execute(sql`
        insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
        select gen_random_uuid(), 'More ' || n, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures
        from (select * from products order by id limit 1) as model, generate_series(1, ${count}::int) as n`);
      other.deps.responseCache.clear();
    };
    await add(126);
    expect(await search(other, 'rosy')).toContain('Rosy Parlour');
    await add(1);
    expect(await search(other, 'rosy')).toBeUndefined();
    expect((await other.get('/api/products/?search=rosy')).body).toContain('Rosy Parlour');
    await other.close();
  });
});
