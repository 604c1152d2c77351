import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Product } from '#contract/products.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const search = async (words: string, more = ''): Promise<Product[]> => {
  const answer = await shop.get(`/api/products/?search=${encodeURIComponent(words)}${more}`);
  expect(answer.status).toBe(200);
  return Product.array().parse(answer.json());
};

/** `With tulips: April Windowsill`, a line for each group; names and near spellings by their mark. */
function toLines(found: Product[]): string[] {
  const byMark = Map.groupBy(found, ({ match, group }) => match ?? group ?? 'unmarked');
  return [...byMark].map(([mark, group]) => `${mark}: ${group.map(({ name }) => name).join(', ')}`);
}
const lines = async (words: string) => toLines(await search(words));

describe('GET /api/products/?search=', () => {
  describe('works', () => {
    test.each([
      ['tulip', ['With tulips: April Windowsill']],
      ['lilies', ['With lilies: Chapel Lane, Grand Staircase']],
      ['white lilies', ['With white lilies: Chapel Lane']],
      ['letterbox', ['Letterbox: Post Haste, Second Post']],
      ['letter box', ['Letterbox: Post Haste, Second Post']],
      ['sympathy', ['For sympathy: The Fern House, The Lilac Hour, Chapel Lane, Ink & Paper']],
      ['red roses', ['With red roses: Velvet Dozen, Opera Box, Frost Fair']],
      ['a dozen deep red roses', ['With red roses: Velvet Dozen, Opera Box, Frost Fair']],
      ['letterbox roses', ['With roses, letterbox: Post Haste']],
      ['sunflowers', ['With sunflowers: Harvest Sunday']],
      ['sun flowers', ['With sunflowers: Harvest Sunday']],
      ['spray roses', ['With spray roses: Post Haste, Hedgerow Morning, Powder Room']],
      ['roses and lilies', ['With roses, with lilies: Chapel Lane, Grand Staircase']],
      ['new baby', ['For a new baby: Rosy Parlour, Pier Sorbet, Post Haste, Peony Weather, Powder Room']],
      ['funeral', ['For sympathy: The Fern House, The Lilac Hour, Chapel Lane, Ink & Paper']],
      ['flowers for a funeral', ['For sympathy: The Fern House, The Lilac Hour, Chapel Lane, Ink & Paper']],
      ['red valentines', ['Red, for an anniversary: Velvet Dozen, Opera Box, Frost Fair']],
      ['red anniversary', ['Red, for an anniversary: Velvet Dozen, Opera Box, Frost Fair']],
    ])('%s finds what it says, each group marked', async (words, expected) => {
      expect(await lines(words)).toEqual(expected);
    });

    test.each([
      ['mum', 'To say thank you'],
      ['mothers day', 'To say thank you'],
      ["valentine's day", 'For an anniversary'],
      ['sorry', 'Just because'],
      ['next day', 'From the next day on'],
      ['same day', 'From the next day on'],
      ['roses next day delivery', 'With roses, from the next day on'],
    ])('%s leads somewhere: %s', async (words, group) => {
      const found = await search(words);
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map((bouquet) => bouquet.group))).toEqual(new Set([group]));
    });

    test.each([
      ['flowers', 'All our bouquets'],
      ['Flower', 'All our bouquets'],
      ['fresh flowers', 'All our bouquets'],
      ['flowr', 'All our bouquets'],
      ['boquets', 'All our bouquets'],
      ['bouquets', 'All our bouquets'],
      ['something nice for her', 'All our bouquets'],
      ['flower delivery', 'All our bouquets'],
      ['delivery today', 'From the next day on'],
      ['flowers for tomorrow', 'From the next day on'],
      ['friday', 'All our bouquets, for the day you choose'],
      ['flowers this weekend', 'All our bouquets, for the day you choose'],
      ['roses on Friday', 'With roses, for the day you choose'],
      ['mothering sunday', 'To say thank you'],
      ['wedding', 'All our bouquets, though none just for a wedding'],
      ['christmas flowers', 'All our bouquets, though none just for Christmas'],
      ['white roses for a wedding', 'With white roses, though none just for a wedding'],
      ['wedding anniversary', 'For an anniversary'],
      ['small', 'All our bouquets, in the sizes we tie'],
      ['large roses', 'With roses, in the sizes we tie'],
      ['cheap flowers', 'Under £35'],
      ['something cheap', 'Under £35'],
      ['small bouquets under 40 for Saturday', 'Under £40, in the sizes we tie, for the day you choose'],
      ['happy birthday', 'For a birthday'],
      ['birthday flowers for my mum', 'For a birthday'],
    ])('%s, as people say it first, leads to: %s', async (words, group) => {
      const found = await search(words);
      expect(new Set(found.flatMap(({ match, group }) => (match === 'name' ? [] : [group])))).toEqual(new Set([group]));
      const second = await search(words, `&limit=100&after=${found[0]?.id}`);
      expect(second.map(({ id }) => id)).toEqual(found.slice(1).map(({ id }) => id));
    });

    test('all our bouquets are all of them', async () => {
      expect(await search('flowers', '&limit=100')).toHaveLength((await search('', '&limit=100')).length);
    });

    test.each([
      'sorry for your loss',
      'so sorry for the loss of your mum',
      'sorry for your',
      "flowers for a friend's funeral",
      'for the death of a friend',
    ])('%s is said to somebody in mourning, and to nobody else', async (words) => {
      expect(await lines(words)).toEqual(['For sympathy: The Fern House, The Lilac Hour, Chapel Lane, Ink & Paper']);
    });

    test.each([
      ['over 60', 'Over £60', 60.01, 1000],
      ['more than £60', 'Over £60', 60.01, 1000],
      ['from 62', 'From £62', 62, 1000],
      ['at least 62.00', 'From £62', 62, 1000],
      ['between 30 and 50', '£30 to £50', 30, 50],
      ['between 50 and 30 pounds', '£30 to £50', 30, 50],
      ['£30-£50', '£30 to £50', 30, 50],
      ['flowers from 30 to 50', '£30 to £50', 30, 50],
      ['roses over 60', 'With roses, over £60', 60.01, 1000],
      ['under 40.00', 'Under £40', 0, 39.99],
      ['under £41.99', 'Under £41.99', 0, 41.98],
      ['flowers under 40', 'Under £40', 0, 39.99],
      ['£42.00', 'Up to £42', 0, 42],
    ])('%s bounds what it costs', async (words, group, least, most) => {
      const found = await search(words, '&limit=100');
      expect(found.length).toBeGreaterThan(1);
      expect(found.filter(({ price }) => price > most || price < least)).toEqual([]);
      expect(new Set(found.map((bouquet) => bouquet.group))).toEqual(new Set([group]));
      const all = await search('flowers', '&limit=100');
      const among = words.startsWith('roses') ? found : all.filter(({ price }) => price >= least && price <= most);
      expect(found.map(({ id }) => id)).toEqual(among.map(({ id }) => id));
    });

    test.each([
      ['under 40', 'Under £40', 39.99],
      ['under £40', 'Under £40', 39.99],
      ['less than 40 pounds', 'Under £40', 39.99],
      ['up to 42', 'Up to £42', 42],
      ['£42', 'Up to £42', 42],
      ['around 42 pounds', 'Up to £42', 42],
      ['cheap', 'Under £35', 34.99],
      ['roses under 60', 'With roses, under £60', 59.99],
    ])('%s is a price', async (words, group, most) => {
      const found = await search(words);
      expect(found.length).toBeGreaterThan(1);
      expect(found.filter(({ price }) => price > most)).toEqual([]);
      expect(new Set(found.map((bouquet) => bouquet.group))).toEqual(new Set([group]));
      const all = await search(words.replace(/(under|up to|less than|cheap).*/, '') || 'tied nowhere', '&limit=100');
      if (words.startsWith('roses')) expect(found.length).toBeLessThan(all.length);
      const second = await search(words, `&limit=100&after=${found[0]?.id}`);
      expect(second.map(({ id }) => id)).toEqual(found.slice(1).map(({ id }) => id));
    });

    test('names come first, in the order asked for, and no bouquet comes twice', { tags: 'G30' }, async () => {
      expect(await lines('peony')).toEqual(['name: Peony Weather', 'With peonies: Rosy Parlour']);
      const found = await search('peony', '&sort=price');
      expect(found.map(({ match, group }) => [match, group])).toEqual([
        ['name', undefined],
        [undefined, 'With peonies'],
      ]);
    });

    test.each([
      ['rsoes', 'With roses'],
      ['lillies', 'With lilies'],
      ['brithday', 'For a birthday'],
      ['simpathy', 'For sympathy'],
      ['aniversery', 'For an anniversary'],
      ['leterbox', 'Letterbox'],
      ['whtie', 'White'],
      ['red rsoes', 'With red roses'],
    ])('%s, misspelt, is taken for what was meant', async (words, group) => {
      const found = await search(words);
      expect(found[0]?.group).toBe(group);
      expect(found.every(({ match }) => match === undefined)).toBe(true);
    });

    test('a word that is only begun is enough', async () => {
      expect(await lines('tul')).toEqual(['With tulips: April Windowsill']);
      expect((await lines('red ro'))[0]).toBe('With red roses: Velvet Dozen, Opera Box, Frost Fair');
    });

    test('a colour finds bouquets of that colour, then those with some of it', { tags: 'G30' }, async () => {
      const [pink, some] = await lines('pink');
      expect(pink).toBe(
        'Pink: Rosy Parlour, Pier Sorbet, Post Haste, April Windowsill, Jolly Good, Peony Weather, Powder Room, Grand Staircase, Tearoom',
      );
      expect(some).toBeUndefined();
      expect(await lines('white')).toEqual([
        "White: The Fern House, Cottage Blues, Hedgerow Morning, Chapel Lane, Ink & Paper, Beekeeper's Posy, Second Post",
        expect.stringMatching(/^With some white: .*Harvest Sunday/),
      ]);
    });

    test('what no bouquet has together is found apart', async () => {
      expect(await lines('tulips sympathy')).toEqual([
        'With tulips: April Windowsill',
        'For sympathy: The Fern House, The Lilac Hour, Chapel Lane, Ink & Paper',
      ]);
    });

    test('a word that means nothing is rather part of a name; otherwise it is passed over', async () => {
      expect(await lines('peony wether')).toEqual(['near: Peony Weather']);
      expect((await lines('get well soon'))[0]).toMatch(/^To say get well: /);
    });

    test.each(['new', 'price', '-price', 'name'])('pages through names and groups by %s without loss', async (sort) => {
      for (const words of ['white', 'peony', 'tulips sympathy', 'rsoes']) {
        const whole = await search(words, `&sort=${sort}`);
        const walked: Product[] = [];
        for (let page = await search(words, `&sort=${sort}&limit=3`); page.length > 0; ) {
          walked.push(...page);
          page = await search(words, `&sort=${sort}&limit=3&after=${walked.at(-1)?.id}`);
        }
        expect(walked).toEqual(whole);
      }
    });

    test('a filter narrows the groups, too', async () => {
      expect(toLines(await search('white', '&category=letterbox'))).toEqual([
        'White: Second Post',
        'With some white: Post Haste',
      ]);
    });

    test('a flower that a bouquet gets is found at once, and one that it loses no more', async () => {
      const other = await openTestShop();
      const ask = async (words: string) => toLines((await other.get(`/api/products/?search=${words}`)).json());
      expect(await ask('proteas')).toEqual([]);
      await other.deps.db.execute(
        sql`update products set stems = '[{"flower": "King protea", "count": 3}, 7, {"count": 2}]' where name = 'Tearoom'`,
      );
      other.deps.responseCache.clear();
      expect(await ask('proteas')).toEqual(['With proteas: Tearoom']);
      await other.deps.db.execute(sql`update products set stems = '"none"' where name = 'Tearoom'`);
      other.deps.responseCache.clear();
      expect(await ask('proteas')).toEqual([]);
      expect(other.failures).toEqual([]);
      await other.close();
    });
  });

  describe('protects', () => {
    test('a bouquet whose name is merely like a colour is not shown for it', { tags: 'G30' }, async () => {
      expect((await search('pink')).map(({ name }) => name)).not.toContain('Ink & Paper');
    });

    test('withdrawn bouquets are in no group', async () => {
      const other = await openTestShop();
      await other.deps.db.execute(sql`update products set status = 'withdrawn' where name = 'April Windowsill'`);
      other.deps.responseCache.clear();
      expect((await other.get('/api/products/?search=tulips')).json()).toEqual([]);
      expect(other.failures).toEqual([]);
      await other.close();
    });
  });
});
