import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COLOURS, PRICE_BANDS } from '#contract/filter-words.ts';
import { Facets, ProductDetail, ProductList } from '#contract/products.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

const HOW_MANY = 250;
const FLOWERS = ['rose', 'tulip', 'gerbera', 'lily', 'peony', 'craspedia'];
const SAFE = ['rose', 'gerbera'];
const CATEGORIES = ['Vases', 'Roses', 'Letterbox'];
const OCCASIONS = ['birthday', 'sympathy', 'thank you'];

/** A bouquet as the test knows it, without what the database says of it; the colours alone are read from there. */
type Known = {
  id: number;
  category: string;
  occasions: string[];
  flowers: string[];
  pounds: number;
  withdrawn: boolean;
  colours: string[];
};
let known: Known[];

/** Numbers that look random and are the same in every run. */
const scatter = (number: number, salt: number) => ((number + 1) * 7_919 + salt * 104_729) % 99_991;
const pickSome = <T>(values: T[], number: number, salt: number): T[] =>
  values.filter((_, place) => scatter(number, salt + place) % 3 === 0);

beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop.deps;
  await db.execute(sql`update products set status = 'withdrawn'`);
  const made = Array.from({ length: HOW_MANY }, (_, number) => {
    const flowers = pickSome(FLOWERS, number, 3);
    const stems = flowers.map((flower, place) => ({
      flower: `${COLOURS[scatter(number, 40 + place) % COLOURS.length]} ${flower}`,
      count: 1 + (scatter(number, 50 + place) % 9),
    }));
    return {
      code: `R-${number}`,
      category: CATEGORIES[scatter(number, 1) % CATEGORIES.length] as string,
      occasions: pickSome(OCCASIONS, number, 10),
      flowers,
      stems: JSON.stringify(stems),
      // The ends of the bands are among them.
      pounds: [20, 34.99, 35, 42, 49.99, 50, 65, 70, 120][scatter(number, 2) % 9] as number,
      status: ['on_sale', 'on_sale', 'sold_out', 'withdrawn'][scatter(number, 5) % 4] as string,
    };
  });
  for (const one of made) {
    await db.execute(sql`
      insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care,
        pictures, status)
      select ${one.code}, 'Random ' || ${one.code}, ${one.category}, ${sql.param(one.occasions)}::text[], ${Math.round(one.pounds * 100)},
        summary, description, size, presentation, ${one.stems}::jsonb, care, pictures, ${one.status}
      from (select * from products order by id limit 1) as model`);
  }
  shop.deps.responseCache.clear();
  const { rows } = await db.execute<{ id: number; code: string; terms: string[] }>(
    sql`select id, item_code as code, search_terms as terms from products where item_code like 'R-%' order by id`,
  );
  known = rows.flatMap(({ id, code, terms }) => {
    const one = made.find((other) => other.code === code);
    const colours = terms.flatMap((term) => (term.startsWith('colour:') ? [term.slice(7)] : []));
    return one ? [{ ...one, id, withdrawn: one.status === 'withdrawn', colours }] : [];
  });
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

type Chosen = {
  category?: string;
  occasion?: string;
  colour?: string[];
  flower?: string[];
  price?: string[];
  pets?: 'safe';
};

const bandOf = (pounds: number) =>
  pounds < 35 ? 'under-35' : pounds < 50 ? '35-50' : pounds < 70 ? '50-70' : 'from-70';

function fits(bouquet: Known, { category, occasion, colour, flower, price, pets }: Chosen): boolean {
  return (
    !bouquet.withdrawn &&
    (!category || bouquet.category.toLowerCase() === category) &&
    (!occasion || bouquet.occasions.includes(occasion)) &&
    (!colour || colour.some((one) => bouquet.colours.includes(one))) &&
    (!flower || flower.some((one) => bouquet.flowers.includes(one))) &&
    (!price || price.includes(bandOf(bouquet.pounds))) &&
    (!pets || (bouquet.flowers.length > 0 && bouquet.flowers.every((one) => SAFE.includes(one))))
  );
}

const toQuery = (chosen: Chosen, more: Record<string, string> = {}) =>
  new URLSearchParams({
    ...Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, String(value)])),
    ...more,
  });

const list = async (query: URLSearchParams | string) => {
  const answer = await shop.get(`/api/products/?${query}`);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return ProductList.parse(answer.json());
};
const facets = async (query: URLSearchParams | string = '') =>
  Facets.parse((await shop.get(`/api/products/facets/?${query}`)).json());

const several = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1, maxLength: 3 });
const combinations = fc.record(
  {
    category: fc.constantFrom(...CATEGORIES.map((name) => name.toLowerCase())),
    occasion: fc.constantFrom(...OCCASIONS),
    colour: several(COLOURS),
    flower: several(FLOWERS),
    price: several(PRICE_BANDS.map(({ name }) => name)),
    pets: fc.constant('safe' as const),
  },
  { requiredKeys: [] },
);

describe('filters of bouquets', () => {
  describe('work', () => {
    test('any combination lists what a plain look at every bouquet finds, in every order and page by page', async () => {
      await fc.assert(
        fc.asyncProperty(combinations, fc.constantFrom('new', 'price', '-price', 'name'), async (chosen, sort) => {
          const expected = known.filter((bouquet) => fits(bouquet, chosen)).map(({ id }) => id);
          const whole = await list(toQuery(chosen, { sort }));
          expect(whole.map(({ id }) => id).toSorted((left, right) => left - right)).toEqual(expected);
          const paged: number[] = [];
          for (let after: number | undefined; ; after = paged.at(-1)) {
            const page = await list(toQuery(chosen, { sort, limit: '7', ...(after && { after: String(after) }) }));
            paged.push(...page.map(({ id }) => id));
            if (page.length < 7) break;
          }
          expect(paged).toEqual(whole.map(({ id }) => id));
        }),
        { numRuns: sampler.times(4, 40) },
      );
    });

    test('each count is how many the filter would show beside those of the other kinds', async () => {
      await fc.assert(
        fc.asyncProperty(combinations, async (chosen) => {
          const counted = await facets(toQuery(chosen));
          const countOf = (other: Chosen) => known.filter((bouquet) => fits(bouquet, { ...chosen, ...other })).length;
          expect(counted.total).toBe(countOf({ category: undefined, occasion: undefined, ...none }));
          expect(counted.matching).toEqual({ count: countOf({}) });
          for (const { name, count } of counted.categories)
            expect([name, count]).toEqual([name, countOf({ category: name.toLowerCase() })]);
          for (const { name, count } of counted.occasions)
            expect([name, count]).toEqual([name, countOf({ occasion: name })]);
          for (const { name, count } of counted.colours)
            expect([name, count]).toEqual([name, countOf({ colour: [name] })]);
          for (const { name, count } of counted.flowers)
            expect([name, count]).toEqual([name, countOf({ flower: [name] })]);
          for (const { name, count } of counted.prices)
            expect([name, count]).toEqual([name, countOf({ price: [name] })]);
          expect(counted.pets).toEqual([{ name: 'safe', count: countOf({ pets: 'safe' }) }]);
        }),
        { numRuns: sampler.times(4, 40) },
      );
    });

    const none: Chosen = { colour: undefined, flower: undefined, price: undefined, pets: undefined } as Chosen;

    test('the order of the options stays, whatever is chosen', async () => {
      const names = (of: { name: string }[]) => of.map(({ name }) => name);
      const [whole, narrowed] = [await facets(), await facets('colour=pink&category=vases')];
      for (const kind of ['categories', 'occasions', 'colours', 'flowers', 'prices'] as const)
        expect(names(narrowed[kind])).toEqual(names(whole[kind]));
      expect(names(whole.prices)).toEqual(['under-35', '35-50', '50-70', 'from-70']);
    });

    test('values in another order, in capitals or twice are the same choice', async () => {
      const plain = await list('colour=pink,white&flower=rose');
      expect(await list('colour=White,%20pink,,PINK&flower=Rose')).toEqual(plain);
    });

    test('a search is narrowed too', async () => {
      const found = await list('search=random&colour=pink');
      expect(found.map(({ id }) => id).toSorted((left, right) => left - right)).toEqual(
        known.filter((bouquet) => fits(bouquet, { colour: ['pink'] })).map(({ id }) => id),
      );
    });

    test('some bouquets can be had by their ids, without those that are withdrawn or never were', async () => {
      const [first, second] = known.filter(({ withdrawn }) => !withdrawn) as [Known, Known];
      const gone = known.find(({ withdrawn }) => withdrawn) as Known;
      const found = await list(`ids=${first.id},${gone.id},${second.id},999999999`);
      expect(found.map(({ id }) => id)).toEqual([second.id, first.id]);
    });

    test('what nobody sells finds nothing', async () => {
      expect(await list('flower=triffid')).toEqual([]);
      expect((await facets('flower=triffid')).matching).toEqual({ count: 0 });
    });
  });

  describe('refuse', () => {
    test.each([
      ['colour=beige', 'colour'],
      ['colour=pink,beige', 'colour'],
      ['colour=', 'colour'],
      ['colour=pink&colour=red', 'colour'],
      ['price=cheap', 'price'],
      ['price=10-20', 'price'],
      ['pets=maybe', 'pets'],
      ['flower=', 'flower'],
      ['flower=a,b,c,d,e,f,g,h,i', 'flower'],
      [`flower=${'x'.repeat(61)}`, 'flower'],
      ['flower=%00', 'flower'],
      ['ids=1,two', 'ids'],
      [`ids=${Array.from({ length: 25 }, (_, number) => number + 1)}`, 'ids'],
    ])('%s, naming the field', async (query, field) => {
      const answer = await shop.get(`/api/products/?${query}`);
      expect([answer.status, Object.keys(answer.json())]).toEqual([400, [field]]);
      if (field === 'ids') return;
      expect((await shop.get(`/api/products/facets/?${query}`)).status).toBe(400);
    });
  });

  describe('protect', () => {
    test('whatever is sent, nothing breaks', async () => {
      const word = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom("';--", '%', '{}', '{rose}', ',,,', '"'),
      );
      const query = fc.dictionary(
        fc.constantFrom('colour', 'flower', 'price', 'pets', 'ids', 'category', 'search'),
        word,
      );
      await fc.assert(
        fc.asyncProperty(query, fc.constantFrom('', 'facets/'), async (fields, path) => {
          expect([200, 400]).toContain((await shop.get(`/api/products/${path}?${new URLSearchParams(fields)}`)).status);
        }),
        { numRuns: sampler.times(6, 150) },
      );
    });

    test('the same choice in many spellings is cached once', async () => {
      const keys: string[] = [];
      const { responseCache } = shop.deps;
      const getOrMake = responseCache.getOrMake.bind(responseCache);
      responseCache.getOrMake = (key, make, lifetime) => {
        keys.push(key);
        return getOrMake(key, make, lifetime);
      };
      for (const spelling of ['white,pink', 'pink,white', 'PINK,white', 'pink,pink,white'])
        await list(`colour=${spelling}&limit=25`);
      responseCache.getOrMake = getOrMake;
      expect(new Set(keys.filter((key) => key.startsWith('list'))).size).toBe(1);
    });
  });
});

describe('the plants of a bouquet', () => {
  const plantsIn = async (...flowers: string[]) => {
    const stems = JSON.stringify(flowers.map((flower) => ({ flower, count: 3 })));
    const { rows } = await shop.deps.db.execute<{ plants: string[] }>(sql`select plants_in(${stems}::jsonb) as plants`);
    return rows[0]?.plants;
  };

  test.each([
    ['Red rose', 'bloom safe rose'],
    ['Hot pink spray rose (bud)', 'bloom safe rose'],
    ['Rose (Christmas)', 'bloom unknown rose'],
    ['Roses (with lily of the valley)', 'bloom harmful lily of the valley'],
    ['Freesia (and lilies)', 'bloom harmful lily'],
    ['White Roses', 'bloom safe rose'],
    ['Gerbera daisies', 'bloom safe gerbera'],
    ['Café au lait dahlia', 'bloom harmful dahlia'],
    ['Pale pink peonies', 'bloom harmful peony'],
    ['Ivory ranunculus (bud)', 'bloom harmful ranunculus'],
    ['Baby’s breath', 'bloom harmful gypsophila'],
    ['White lily (bud)', 'bloom harmful lily'],
    ['Oriental LILIES', 'bloom harmful lily'],
    ['Lily of the valley', 'bloom harmful lily of the valley'],
    ['Rose lily', 'bloom harmful lily'],
    ['Lily rose', 'bloom harmful lily'],
    ['Eucalyptus', 'leaf harmful eucalyptus'],
    ['Olive foliage', 'leaf unknown olive'],
    // Named so, and something else: hellebore, hibiscus, adenium.
    ['Christmas rose', 'bloom harmful hellebore'],
    ['Rose of Sharon', 'bloom unknown rose'],
    ['Desert rose', 'bloom unknown rose'],
    ['Blue eryngium', 'bloom unknown eryngium'],
    ['Red kangaroo paw', 'bloom unknown kangaroo paw'],
    ['White lilac', 'bloom unknown lilac'],
    ['Mossy branch', 'leaf unknown mossy branch'],
  ])('%s is %s', async (flower, plant) => {
    expect(await plantsIn(flower)).toEqual([plant]);
  });

  test('a name without letters, or none, is no plant', async () => {
    expect(await plantsIn('', '12', '()', '—')).toEqual([]);
  });
});

describe('GET /api/products/{id}/ says of pets', () => {
  const petsOf = async (...flowers: string[]) => {
    const stems = JSON.stringify(flowers.map((flower) => ({ flower, count: 3 })));
    const id = known.find(({ withdrawn }) => !withdrawn)?.id;
    const { rows } = await shop.deps.db.execute<{ stems: unknown }>(sql`select stems from products where id = ${id}`);
    const write = async (value: string) => {
      await shop.deps.db.execute(sql`update products set stems = ${value}::jsonb where id = ${id}`);
      shop.deps.responseCache.clear();
    };
    await write(stems);
    const { pets } = ProductDetail.parse((await shop.get(`/api/products/${id}/`)).json());
    const listed = (await list('pets=safe')).some((bouquet) => bouquet.id === id);
    await write(JSON.stringify(rows[0]?.stems));
    expect(listed).toBe(pets.safe);
    return pets;
  };

  test('why they are safe, or what harms them, or what we do not know', async () => {
    expect(await petsOf('Red rose', 'Pink gerbera')).toEqual({
      safe: true,
      reason: 'Only roses and gerberas, which the ASPCA lists as not toxic to cats and dogs.',
    });
    expect(await petsOf('Red rose', 'White lily', 'Eucalyptus')).toEqual({
      safe: false,
      reason: 'Lilies and eucalyptus can make a cat or a dog ill.',
    });
    expect(await petsOf('Red rose', 'Craspedia')).toEqual({
      safe: false,
      reason: 'We do not know that craspedia do no harm.',
    });
    expect(await petsOf()).toEqual({ safe: false, reason: 'We do not know which plants are in it.' });
  });
});
