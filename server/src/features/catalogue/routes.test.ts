import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Product, ProductDetail } from '#contract/products.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const list = async (query = ''): Promise<Product[]> => {
  const answer = await shop.get(`/api/products/${query}`);
  expect(answer.status).toBe(200);
  return Product.array().parse(answer.json());
};
const names = async (query: string) => (await list(query)).map(({ name }) => name);

describe('GET /api/products/', () => {
  describe('works', () => {
    test('gives the whole list as a plain array, newest first', { tags: ['§7.2', 'G12'] }, async () => {
      const products = await list();
      expect(products).toHaveLength(24);
      expect(products[0]?.name).toBe('Rosy Parlour');
      expect(products.map(({ id }) => id)).toEqual(products.map(({ id }) => id).toSorted((a, b) => b - a));
    });

    test('gives a bouquet with the fields of the contract and no others', {
      tags: ['§3.1', '§7.2', 'G31'],
    }, async () => {
      const [first] = (await shop.get('/api/products/?search=rosy')).json();
      expect(first).toEqual({
        id: expect.any(Number),
        name: 'Rosy Parlour',
        category: 'Bouquets',
        price: 62,
        image: expect.stringMatching(/^\/pictures\/[0-9a-f]{16}-\d+\.jpg$/),
        desc: expect.any(String),
        occasions: ['birthday', 'anniversary', 'new baby'],
        availability: 'on_sale',
        pictures: [expect.any(Object), expect.any(Object)],
        sizes: [
          { size: 'standard', price: 62 },
          { size: 'large', price: 82 },
          { size: 'grand', price: 105 },
        ],
        match: 'name',
      });
    });

    test.each([
      ['?search=RO', ['Coral Promenade', 'Frost Fair', 'Hedgerow Morning', 'Powder Room', 'Rosy Parlour', 'Tearoom']],
      ['?search=room', ['Powder Room', 'Tearoom']],
      ['?search=%26', ['Ink & Paper']],
      ["?search=r's p", ["Beekeeper's Posy"]],
      ['?search=z', ['Velvet Dozen']],
      ['?search=zz', []],
    ])('finds %s in the name, in any case', async (query, expected) => {
      const found = (await list(query)).filter(({ match }) => match === 'name');
      expect(found.map(({ name }) => name).toSorted()).toEqual(expected);
    });

    test('searches as the specification says: a case-insensitive part of the name', { tags: '§5.16' }, async () => {
      const all = (await list()).map(({ name }) => name);
      const part = fc
        .tuple(fc.constantFrom(...all), fc.nat(20), fc.integer({ min: 1, max: 6 }), fc.boolean())
        .map(([name, start, length, loud]) =>
          name
            .slice(start % name.length, (start % name.length) + length)
            [loud ? 'toUpperCase' : 'toLowerCase']()
            .trim(),
        )
        .filter((words) => words !== '');
      await fc.assert(
        fc.asyncProperty(part, async (words) => {
          const expected = all.filter((name) => name.toLowerCase().includes(words.toLowerCase()));
          const found = await list(`?search=${encodeURIComponent(words)}`);
          // What else is found is marked, and comes after them.
          expect(found.slice(0, expected.length).map(({ name, match }) => [name, match])).toEqual(
            expected.map((name) => [name, 'name']),
          );
          expect(found.slice(expected.length).filter(({ match, group }) => match || !group)).toEqual([]);
        }),
        { numRuns: 150 },
      );
    });

    test.each(['%', '_', '\\', '%%', 'R_sy', 'Ros%', '\\%'])('takes %s literally', async (words) => {
      const found = await list(`?search=${encodeURIComponent(words)}`);
      expect(found.filter(({ match }) => match === 'name')).toEqual([]);
    });

    test('offers near spellings, marked as such, only when no name holds the words', async () => {
      const found = await list('?search=hedgrow');
      expect(found[0]).toMatchObject({ name: 'Hedgerow Morning', match: 'near' });
      expect(found.every(({ match }) => match === 'near')).toBe(true);
      expect(await list('?search=xqzxqz')).toEqual([]);
    });

    test('an empty search is no search', async () => {
      expect(await list('?search=')).toHaveLength(24);
      expect(await list('?search=%20%20')).toHaveLength(24);
    });

    test('narrows by category and occasion, in any case', async () => {
      const vases = await list('?category=VASES');
      expect(vases.length).toBeGreaterThan(0);
      expect(new Set(vases.map(({ category }) => category))).toEqual(new Set(['Vases']));
      const sympathy = await list('?occasion=Sympathy');
      expect(sympathy.length).toBeGreaterThan(0);
      expect(sympathy.every(({ occasions }) => occasions.includes('sympathy'))).toBe(true);
      const both = await list('?occasion=sympathy&category=bouquets');
      expect(both.map(({ id }) => id)).toEqual(
        sympathy.filter(({ category }) => category === 'Bouquets').map(({ id }) => id),
      );
    });

    test.each(['new', 'price', '-price', 'name'])(
      'pages through the list sorted by %s without loss or repeat',
      async (sort) => {
        const whole = (await list(`?sort=${sort}`)).map(({ id }) => id);
        const walked: number[] = [];
        for (let page = await list(`?sort=${sort}&limit=5`); page.length > 0; ) {
          walked.push(...page.map(({ id }) => id));
          page = await list(`?sort=${sort}&limit=5&after=${walked.at(-1)}`);
        }
        expect(walked).toEqual(whole);
        expect(new Set(walked).size).toBe(24);
      },
    );

    test('sorts by price and by name', async () => {
      const prices = (await list('?sort=price')).map(({ price }) => price);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      const sorted = await names('?sort=name');
      expect(sorted).toEqual(sorted.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    });

    test('answers 304 to a browser that has the list, and compresses for one that asks', async () => {
      const plain = await shop.get('/api/products/');
      expect(plain.headers.etag).toBeDefined();
      const again = await shop.get('/api/products/', { 'if-none-match': String(plain.headers.etag) });
      expect([again.status, again.body]).toEqual([304, '']);
      const packed = await shop.get('/api/products/', { 'accept-encoding': 'gzip, br' });
      expect(packed.headers['content-encoding']).toBe('br');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      const refused = await shop.get('/api/products/', { 'accept-encoding': 'br;q=0, gzip' });
      expect(refused.headers['content-encoding']).toBe('gzip');
    });
  });

  describe('refuses', () => {
    test.each([
      ['?limit=0', { limit: ['Must be a whole number above 0.'] }],
      ['?limit=1e1', { limit: ['Must be a whole number above 0.'] }],
      ['?limit=101', { limit: [expect.any(String)] }],
      ['?after=-1', { after: ['Must be a whole number above 0.'] }],
      ['?after=9999999999', { after: [expect.any(String)] }],
      ['?sort=cheapest', { sort: [expect.any(String)] }],
      ['?search=a&search=b', { search: [expect.any(String)] }],
      ['?search=%00', { search: ['May not hold a null character.'] }],
      ['?limit=x&sort=y', { limit: [expect.any(String)], sort: [expect.any(String)] }],
    ])('%s, naming each field and why', async (query, body) => {
      const answer = await shop.get(`/api/products/${query}`);
      expect([answer.status, answer.json()]).toEqual([400, body]);
    });

    test('a search longer than the limit', async () => {
      const answer = await shop.get(`/api/products/?search=${'a'.repeat(101)}`);
      expect([answer.status, Object.keys(answer.json())]).toEqual([400, ['search']]);
    });
  });

  describe('protects', () => {
    test('withdrawn bouquets are nowhere; sold-out ones say so', async () => {
      const other = await openTestShop();
      await other.deps.db.execute(sql`update products set status = 'withdrawn' where name = 'Tearoom'`);
      await other.deps.db.execute(sql`update products set status = 'sold_out' where name = 'Opera Box'`);
      const products: Product[] = (await other.get('/api/products/')).json();
      expect(products.map(({ name }) => name)).not.toContain('Tearoom');
      expect(products.find(({ name }) => name === 'Opera Box')?.availability).toBe('sold_out');
      const { rows } = await other.deps.db.execute(sql`select id from products where name = 'Tearoom'`);
      expect((await other.get(`/api/products/${rows[0]?.id}/`)).status).toBe(404);
      expect(other.failures).toEqual([]);
      await other.close();
    });
  });
});

test('a picture that came ready made is served before the database has it', async () => {
  const { default: demo } = await import('../../../../catalogue/demo.json', { with: { type: 'json' } });
  const id = demo[0]?.sizes?.large.pictures[0]?.file.replace('picture:', '');
  const answer = await shop.get(`/pictures/${id}-360.avif`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/avif']);
  expect((await shop.get(`/pictures/${id}-361.avif`)).status).toBe(404);
  expect((await shop.get(`/pictures/${id}.json`)).status).toBe(404);
});

describe('GET /api/products/{id}/', () => {
  test('tells each size with its price, recipe, measures and picture, and what can go with it', async () => {
    const [{ id }] = (await list('?search=Rosy')) as [Product];
    const { sizes, extras } = ProductDetail.parse((await shop.get(`/api/products/${id}/`)).json());
    const stemsIn = (stems: { count: number }[]) => stems.reduce((sum, { count }) => sum + count, 0);
    expect(sizes.map(({ stems, pictures, ...size }) => ({ ...size, stems: stemsIn(stems) }))).toEqual([
      { size: 'standard', price: 62, height_cm: 32, width_cm: 28, stems: 39 },
      { size: 'large', price: 82, height_cm: 35, width_cm: 30, stems: 53 },
      { size: 'grand', price: 105, height_cm: 36, width_cm: 35, stems: 69 },
    ]);
    for (const { size, pictures } of sizes)
      expect(pictures[0]?.alt.toLowerCase()).toContain(`${size} size: pink peonies`);
    expect(extras).toMatchObject([
      { name: 'Glass vase', price: 12, picture: { alt: 'A clear glass vase' } },
      { name: 'Beeswax candle', words: 'Burns for about 30 hours', price: 9 },
      { name: 'Chocolate', price: 8 },
    ]);
  });

  test('offers a vase with what is wrapped or comes flat, and not with what stands in one or in a box', async () => {
    const extrasOf = async (name: string) => {
      const [{ id }] = (await list(`?search=${encodeURIComponent(name)}`)) as [Product];
      return ProductDetail.parse((await shop.get(`/api/products/${id}/`)).json()).extras.map((extra) => extra.name);
    };
    const [all, without] = [
      ['Glass vase', 'Beeswax candle', 'Chocolate'],
      ['Beeswax candle', 'Chocolate'],
    ];
    for (const name of ['Harvest Sunday', 'Velvet Dozen', 'Post Haste', 'Second Post'])
      expect([name, await extrasOf(name)]).toEqual([name, all]);
    for (const name of ['The Fern House', 'Frost Fair', 'Cottage Blues', "Beekeeper's Posy", 'Opera Box'])
      expect([name, await extrasOf(name)]).toEqual([name, without]);
  });

  test('a size or an extra that is off sale is not told, and a bouquet may have one size', async () => {
    const other = await openTestShop();
    await other.deps.db.execute(sql`update product_sizes set on_sale = false where size = 'grand'`);
    await other.deps.db.execute(sql`update extras set on_sale = false where code = 'candle'`);
    const products: Product[] = (await other.get('/api/products/')).json();
    const sizesOf = (name: string) => products.find((product) => product.name === name)?.sizes.map(({ size }) => size);
    expect([sizesOf('Rosy Parlour'), sizesOf('Post Haste')]).toEqual([['standard', 'large'], ['standard']]);
    const rosy = products.find(({ name }) => name === 'Rosy Parlour');
    const detail = ProductDetail.parse((await other.get(`/api/products/${rosy?.id}/`)).json());
    expect(detail.sizes.map(({ size }) => size)).toEqual(['standard', 'large']);
    expect(detail.extras.map(({ name }) => name)).toEqual(['Glass vase', 'Chocolate']);
    expect(other.failures).toEqual([]);
    await other.close();
  });

  test('gives everything we know of a bouquet', { tags: ['§3.1', '§7.3'] }, async () => {
    const [{ id }] = (await list('?search=Rosy')) as [Product];
    const answer = await shop.get(`/api/products/${id}/`);
    expect(answer.status).toBe(200);
    const body = answer.json();
    expect(body).toEqual(ProductDetail.parse(body));
    expect(body).toMatchObject({
      item_code: 'ML-1002',
      height_cm: 32,
      width_cm: 28,
      sold: 0,
      rating: null,
      review_count: 0,
      stems: expect.arrayContaining([{ flower: 'Pink peony', count: 5 }]),
    });
    expect(new Set(body.pictures[0].files.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['image/avif', 'image/webp', 'image/jpeg']),
    );
  });

  test('every picture it names can be fetched', async () => {
    const [{ id }] = (await list('?search=Rosy')) as [Product];
    const { pictures } = ProductDetail.parse((await shop.get(`/api/products/${id}/`)).json());
    for (const { url, type } of pictures.flatMap(({ files }) => files)) {
      const file = await shop.get(url);
      expect([url, file.status, file.headers['content-type']]).toEqual([url, 200, type]);
      expect(file.headers['cache-control']).toContain('immutable');
    }
  });

  test.each(['999999', '0', '-1', '1.5', '1e1', '0x1', 'abc', '2147483648', '99999999999999999999', '%00', "1'", '01'])(
    'answers 404 with detail for %s',
    async (id) => {
      const answer = await shop.get(`/api/products/${id}/`);
      expect(answer.status).toBe(404);
      expect(answer.json()).toEqual({ detail: expect.any(String) });
    },
  );
});

describe('GET /api/products/{id}/related/', () => {
  test('gives four others that share an occasion or the category', async () => {
    const [product] = (await list('?search=Chapel')) as [Product];
    const related: Product[] = (await shop.get(`/api/products/${product.id}/related/`)).json();
    expect(related).toHaveLength(4);
    expect(related.map(({ id }) => id)).not.toContain(product.id);
    expect(related[0]?.occasions).toContain('sympathy');
  });
});

describe('GET /api/products/facets/', () => {
  test('counts what the filters would show', async () => {
    const facets = (await shop.get('/api/products/facets/')).json();
    expect(facets.total).toBe(24);
    for (const { name, count } of facets.occasions) {
      expect([name, (await list(`?occasion=${encodeURIComponent(name)}`)).length]).toEqual([name, count]);
    }
    for (const { name, count } of facets.categories) {
      expect([name, (await list(`?category=${encodeURIComponent(name)}`)).length]).toEqual([name, count]);
    }
  });
});

describe('any input', () => {
  test('never answers 500', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string(),
      fc.constantFrom('', '\0', '%', "';--", '９', '1e309'),
    );
    const query = fc.dictionary(
      fc.constantFrom('search', 'category', 'occasion', 'sort', 'limit', 'after', '__proto__', 'x'),
      word,
    );
    const path = fc.oneof(
      query.map((fields) => `/api/products/?${new URLSearchParams(fields)}`),
      word.map((id) => `/api/products/${encodeURIComponent(id.replaceAll(/[\uD800-\uDFFF]/g, ''))}/`),
      word.map((file) => `/pictures/${encodeURIComponent(file.replaceAll(/[\uD800-\uDFFF]/g, ''))}`),
      fc.string({ maxLength: 40 }).map((raw) => `/api/products/?${raw.replaceAll(/[^\x21-\x7e]/g, '')}`),
    );
    await fc.assert(
      fc.asyncProperty(path, async (url) => {
        const answer = await shop.get(url);
        expect([200, 304, 400, 404]).toContain(answer.status);
        if (answer.status >= 400) expect(answer.json()).toEqual(expect.any(Object));
      }),
      { numRuns: sampler.times(8, 1_500) },
    );
  });
});
