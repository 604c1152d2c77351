import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ListProducts } from '#contract/finding.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { searchInDatabase } from './search-in-database.ts';

const HOW_MANY = sampler.times(4, 10_000);
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu bra cle dri flo gru'.split(' ');
const LEAST_SIMILAR = 0.45;

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop.deps;
  const syllable = (wheel: number) => sql`(${sql.param(SYLLABLES)}::text[])[1 + n * 7919 / ${15 ** wheel}::int % 15]`;
  const word = sql`initcap(${syllable(0)} || ${syllable(1)} || ${syllable(2)})`;
  await db.execute(sql`
    insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
    select 'L-' || n, 'Velvet Sunday for ' || ${word}, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures
    from (select * from products order by id limit 1) as model, generate_series(1, ${HOW_MANY}::int) as n order by n`);
  await db.execute(sql`analyze products`);
  shop.deps.responseCache.clear();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

/** All names compared with the words, one by one. */
async function listNearest(search: string, limit: number): Promise<number[]> {
  const { rows } = await shop.deps.db.execute<{ id: number }>(sql`
    select id from products where word_similarity(${search}, name) >= ${LEAST_SIMILAR}::float8
    order by word_similarity(${search}, name) desc, id desc limit ${Math.min(limit, 8)}`);
  return rows.map(({ id }) => id);
}

describe('near spellings in a large catalogue', () => {
  const made = (number: number) =>
    [0, 1, 2].map((wheel) => SYLLABLES[Math.floor((number * 7919) / 15 ** wheel) % 15]).join('');
  const slips: [string, (word: string) => string][] = [
    ['a letter is missing', (word) => `${word.slice(0, -3)}${word.slice(-2)}`],
    ['a letter is wrong', (word) => `${word.slice(0, 2)}x${word.slice(3)}`],
    ['two letters are swapped', (word) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`],
    ['the end is missing', (word) => word.slice(0, 3) + word.slice(-1)],
    ['a word comes before', (word) => `velvat ${word.slice(1)}`],
    ['nothing is like it', (word) => `${word.slice(0, 2)}zqx`],
    ['letters have accents', (word) => `${word.slice(0, 2)}é${word.slice(3)}`],
  ];
  test.each(slips)('where %s are those that comparing every name finds', async (_, slip) => {
    for (let number = 11; number < HOW_MANY; number += 331) {
      const [search, limit] = [slip(made(number)), 1 + (number % 10)];
      const found = await searchInDatabase(shop.deps, { ...ListProducts.parse({}), search, limit }, HOW_MANY);
      if (found.some(({ match }) => match !== 'near')) continue;
      expect({ search, found: found.map(({ id }) => id) }).toEqual({ search, found: await listNearest(search, limit) });
    }
  });
});
