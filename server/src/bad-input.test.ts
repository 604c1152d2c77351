import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadInput } from '#contract/errors.ts';
import { sql } from './database/drizzle.ts';
import { fillCart, productId } from './testing/carts.ts';
import { buyFlowers, fillClaim, writeForm } from './testing/claims.ts';
import { registerSomeone } from './testing/people.ts';
import { openTestShop } from './testing/test-shop.ts';

type Schema = { $ref?: string; properties?: Record<string, unknown>; anyOf?: Schema[] };
type Operation = {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { in: string; name: string }[];
  responses: Record<string, unknown>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

let shop: Awaited<ReturnType<typeof openTestShop>>;
let document: Document;

beforeAll(async () => {
  shop = await openTestShop();
  document = (await shop.get('/api/docs/json')).json();
});
afterAll(() => shop.close());

/** What people and machines send that nobody thought of. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    Number.MAX_VALUE,
    Number.MAX_SAFE_INTEGER + 1,
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202etxt.exe',
    '👩‍👩‍👧‍👦'.repeat(40),
    '%00',
    '../../etc/passwd',
    '</script><script>alert(1)</script>',
    '{{7*7}}',
    "' or '1'='1",
    'a@b.example\r\nBcc: eve@example.org',
    'x'.repeat(20_000),
    [],
    {},
    [[[[]]]],
    { constructor: { prototype: { admin: true } } },
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);

function fieldsOf(schema: Schema | undefined): string[] {
  if (schema?.$ref) return fieldsOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
  return [...Object.keys(schema?.properties ?? {}), ...(schema?.anyOf ?? []).flatMap(fieldsOf)];
}

describe('bad input', () => {
  test('anywhere in a body is answered with a documented refusal that says why, and never with 500', async () => {
    const someone = await registerSomeone(shop);
    const { access } = someone;
    // Where a cart or a bouquet is asked for, a real one: otherwise nobody would look at the body.
    const product = await productId(shop, 'Tearoom');
    const cart = await fillCart(shop, someone, [{ product }]);
    const real: Record<string, number | undefined> = {
      '{orderId}': cart.id,
      '{itemId}': cart.order_items[0]?.id,
      '{productId}': product,
    };
    const asked = new Set<string>();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        // Forms have a test of their own, below.
        if (!requestBody || 'multipart/form-data' in requestBody.content) continue;
        const fields = fieldsOf(requestBody.content['application/json']?.schema);
        expect(fields, path).not.toHaveLength(0);
        const bodies = fc.oneof(
          {
            weight: 4,
            arbitrary: fc.record(Object.fromEntries(fields.map((field) => [field, odd])), { requiredKeys: [] }),
          },
          { weight: 1, arbitrary: odd },
        );
        const url = path.replaceAll(/\{\w+\}/g, (name) => String(real[name] ?? 'x'));
        for (const body of fc.sample(bodies, 120)) {
          if (asked.size % 50 === 0) await shop.deps.db.execute(sql`delete from throttles`);
          const payload = JSON.stringify(body) ?? '';
          asked.add(`${method} ${path} ${payload}`);
          const answer = await shop.app.inject({
            method: method.toUpperCase() as 'POST',
            url,
            // Who logs out is nobody afterwards, and nothing that nobody sends is looked at.
            headers: {
              'content-type': 'application/json',
              ...(!path.includes('logout') && { authorization: `Bearer ${access}` }),
            },
            payload,
          });
          const told = `${method} ${path} ${payload.slice(0, 200)} → ${answer.statusCode} ${answer.body.slice(0, 200)}`;
          expect(Object.keys(responses), told).toContain(String(answer.statusCode));
          expect(answer.statusCode, told).toBeLessThan(500);
          if (answer.statusCode >= 400) expect(BadInput.safeParse(answer.json()).success, told).toBe(true);
        }
      }
    }
    expect(shop.failures).toEqual([]);
    expect(asked.size).toBeGreaterThan(500);
    expect((await shop.call('GET', '/api/user/profile/', { token: access })).status).toBe(200);
  }, 60_000);

  test('anywhere in a form is answered the same way', async () => {
    const { person, order } = await buyFlowers(shop);
    const starts = [
      '',
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'RIFF\0\0\0\0WEBP',
      '\0\0\0\x1cftypheic',
      '\0\0\0\x1cftypavif',
    ];
    const file = fc
      .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }))
      .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]));
    let asked = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const schema = requestBody?.content['multipart/form-data']?.schema;
        if (!schema) continue;
        const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fieldsOf(schema)) }, fc.string());
        const value = fc.oneof(
          odd.map((what) => String(JSON.stringify(what))),
          fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
          file,
        );
        const forms = fc.array(fc.tuple(name, value), { maxLength: 5 });
        const cuts = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
        for (const [parts, cut] of fc.sample(fc.tuple(forms, cuts), 200)) {
          await shop.deps.db.execute(sql`delete from throttles`);
          const { body, headers } = await writeForm(fillClaim(parts));
          const answer = await shop.app.inject({
            method: method.toUpperCase() as 'POST',
            url: path.replace('{orderId}', String(order.id)),
            headers: { ...headers, authorization: `Bearer ${person.access}` },
            payload: cut === null ? body : body.subarray(0, body.length * cut),
          });
          const told = `${JSON.stringify(parts).slice(0, 300)} cut at ${cut} → ${answer.statusCode} ${answer.body.slice(0, 200)}`;
          expect(Object.keys(responses), told).toContain(String(answer.statusCode));
          expect(answer.statusCode, told).toBe(400);
          expect(BadInput.safeParse(answer.json()).success, told).toBe(true);
          asked++;
        }
      }
    }
    expect(shop.failures).toEqual([]);
    expect(asked).toBeGreaterThan(100);
  }, 60_000);

  test('in an address is answered 400 or 404, and never with 500', async () => {
    const { access } = await registerSomeone(shop);
    for (const [path, methods] of Object.entries(document.paths)) {
      if (!path.includes('{')) continue;
      for (const method of Object.keys(methods)) {
        for (const word of fc.sample(
          fc.oneof(fc.string({ unit: 'binary' }), fc.webSegment(), fc.bigInt().map(String)),
          60,
        )) {
          const url = path.replaceAll(
            /\{\w+\}/g,
            encodeURIComponent(word.toWellFormed()).replaceAll('.', '%2e') || '%20',
          );
          await shop.deps.db.execute(sql`delete from throttles`);
          const { statusCode } = await shop.app.inject({
            method: method.toUpperCase() as 'POST',
            url,
            headers: { authorization: `Bearer ${access}` },
          });
          expect([200, 400, 404], `${method} ${url}`).toContain(statusCode);
        }
      }
    }
    expect(shop.failures).toEqual([]);
  }, 60_000);
});
