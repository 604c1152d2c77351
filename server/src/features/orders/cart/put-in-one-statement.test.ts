import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AddItem } from '#contract/cart.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { readAccessToken, type Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { awaitPaymentOfCart, completeCart } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { addInSteps, startInSteps } from './add-to-cart.ts';
import { addInOneStatement, startInOneStatement } from './put-in-one-statement.ts';

// Adding has two ways, because one of them costs a third of the other. Two people have the same cart; one takes the one statement,
// the other the steps. Whatever the shop and the cart are like, both find the same.

let shop: Awaited<ReturnType<typeof openTestShop>>;
let people: [Shopper, Shopper];
/** Two that are pressed, and others that fill a cart. */
let bouquets: number[];
let extras: number[];

const read = async (statement: ReturnType<typeof sql>) =>
  (await shop.deps.db.execute<{ id: number }>(statement)).rows.map(({ id }) => id);

beforeAll(async () => {
  shop = await openTestShop();
  const registered = [await registerSomeone(shop), await registerSomeone(shop)];
  people = (await Promise.all(registered.map(({ access }) => readAccessToken(shop.deps, access)))) as typeof people;
  bouquets = await read(sql`select id from products order by id`);
  extras = await read(sql`select id from extras order by id limit 2`);
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const UNKNOWN = 1_000_000;
const PRESS = fc.record({
  bouquet: fc.constantFrom(0, 0, 0, 1, 1, UNKNOWN),
  size: fc.constantFrom('standard', 'standard', 'large', 'grand'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 20 })),
  extras: fc.constantFrom([], [], [0], [1, 0], [0, 0], [UNKNOWN]),
  key: fc.constantFrom('none', 'new', 'used'),
  call: fc.constantFrom('add', 'start'),
});
const LINE = fc.record({
  bouquet: fc.constantFrom(0, 1),
  size: fc.constantFrom('standard', 'large'),
  quantity: fc.constantFrom(1, 17, 20),
  extras: fc.constantFrom([], [0], [0, 1]),
});
const BOUQUET = fc.record({
  status: fc.constantFrom('on_sale', 'on_sale', 'on_sale', 'sold_out', 'withdrawn'),
  large: fc.constantFrom('on sale', 'sold out', 'none'),
  presentation: fc.constantFrom('Hand-tied in a wrap', 'In a vase of ours'),
});
const STATE = fc.record({
  first: BOUQUET,
  second: BOUQUET,
  extrasOnSale: fc.constantFrom([true, true], [true, false], [false, true]),
  goesWith: fc.constantFrom('{}', '{wrap}', '{Letterbox,VASE}'),
  cart: fc.option(
    fc.record({
      lines: fc.uniqueArray(LINE, { maxLength: 3, selector: ({ quantity: _, ...line }) => JSON.stringify(line) }),
      others: fc.constantFrom(0, 0, 48, 49, 50),
    }),
    { freq: 5 },
  ),
  is: fc.constantFrom('a cart', 'a cart', 'a cart', 'awaiting payment', 'paid', 'of somebody else'),
  hasEnded: fc.constantFrom(false, false, false, false, true),
  presses: fc.array(PRESS, { minLength: 1, maxLength: 4 }),
});
type State = typeof STATE extends fc.Arbitrary<infer T> ? T : never;
type Press = State['presses'][number];

const idsOf = (places: readonly number[], ids: readonly number[]) => places.map((place) => ids[place] ?? place);

/** The catalogue as it is sold in the demonstration, so that anything can be put in and agreed. */
const resetCatalogue = () =>
  shop.deps.db.execute(sql`
    with sized as (update product_sizes set on_sale = true), sold as (update extras set on_sale = true, goes_with = '{}')
    update products set status = 'on_sale'`);

async function setCatalogue({ first, second, extrasOnSale, goesWith }: State): Promise<void> {
  const { db } = shop.deps;
  for (const [place, { status, large, presentation }] of [first, second].entries()) {
    const id = bouquets[place];
    await db.execute(sql`update products set status = ${status}, presentation = ${presentation} where id = ${id}`);
    await db.execute(sql`delete from product_sizes where product_id = ${id}`);
    if (large === 'none') continue;
    await db.execute(sql`insert into product_sizes (product_id, size, price_pence, stems, on_sale)
      values (${id}, 'large', 9900, '[]', ${large === 'on sale'})`);
  }
  for (const [place, id] of extras.entries()) {
    await db.execute(
      sql`update extras set on_sale = ${extrasOnSale[place] ?? true}, goes_with = ${goesWith}::text[] where id = ${id}`,
    );
  }
}

/** The number of what this person has: a cart with these lines, or what became of it. */
async function fill({ userId }: Shopper, { cart, is }: State): Promise<number> {
  const { db } = shop.deps;
  for (const table of ['idempotency_keys', 'carts', 'orders']) {
    await db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${userId}`);
  }
  if (!cart) return UNKNOWN;
  const [id] = await read(sql`insert into order_numbers (merged_into_id) values (null) returning id`);
  await db.execute(
    sql`insert into carts (id, user_id, created_at) values (${id}, ${userId}, ${shop.deps.clock.now()})`,
  );
  for (const { bouquet, size, quantity, extras: places } of cart.lines) {
    await db.execute(sql`insert into cart_items (cart_id, product_id, size, quantity, extras, added_price_pence)
      values (${id}, ${bouquets[bouquet]}, ${size}, ${quantity}, ${sql.param(idsOf(places, extras))}, 1234)`);
  }
  await db.execute(sql`insert into cart_items (cart_id, product_id, quantity, extras)
    select ${id}, product.id, 1, array[n] from unnest(${sql.param(bouquets.slice(2))}::integer[]) as product (id), generate_series(1, 3) as n
    limit greatest(0, ${cart.others}::integer - ${cart.lines.length}::integer)`);
  if (is === 'awaiting payment' && cart.lines.length > 0) await awaitPaymentOfCart(shop, id as number);
  if (is === 'paid' && cart.lines.length > 0) await completeCart(shop, id as number);
  return id as number;
}

/** All that there is of somebody, without the numbers that are theirs alone. */
async function listRows({ userId }: Shopper): Promise<object> {
  const { db } = shop.deps;
  const { rows: carts } = await db.execute(sql`
    select text, version, delivery_date, swap_choice, nobody_in from carts where user_id = ${userId}`);
  const { rows: lines } = await db.execute(sql`
    select product_id, size, quantity, extras, added_price_pence from cart_items
    where cart_id = (select id from carts where user_id = ${userId}) order by id`);
  const { rows: keys } = await db.execute(sql`
    select exists (select from carts where id = order_id) as is_of_cart, count(*) from idempotency_keys
    where user_id = ${userId} group by 1 order by 1`);
  const { rows: orders } = await db.execute(sql`select stage, version from orders where user_id = ${userId}`);
  return { carts, lines, keys, orders };
}

const withoutNumbers = (answer: Order | OrderItem) =>
  'order_items' in answer
    ? { ...answer, id: 0, order_items: answer.order_items.map((line) => ({ ...line, id: 0 })) }
    : { ...answer, id: 0 };

/** What is answered, or how it is refused. */
async function outcomeOf(run: () => Promise<Order | OrderItem>): Promise<{ answer?: object; refusal?: object }> {
  try {
    return { answer: withoutNumbers(await run()) };
  } catch (error) {
    const { name, message } = error as Error;
    return { refusal: { ...(error as Error), name, message } };
  }
}

const seen = { answered: 0, refused: 0, repeated: 0 };

async function compare(state: State, press: Press, orderIds: [number, number]): Promise<void> {
  const wanted = AddItem.parse({
    ...press,
    product: bouquets[press.bouquet] ?? press.bouquet,
    extras: idsOf(press.extras, extras),
  });
  const [first, second] = people.map((person) => ({
    ...person,
    ...(state.hasEnded && { sessionId: randomUUID() }),
  })) as [Shopper, Shopper];
  const [ofFirst, ofSecond] = state.is === 'of somebody else' ? (orderIds.toReversed() as [number, number]) : orderIds;
  const key = press.key === 'none' ? undefined : randomUUID();
  const isUsed = press.key === 'used' && state.cart !== null;
  if (isUsed) {
    for (const [place, { userId }] of people.entries()) {
      await shop.deps.db.execute(sql`insert into idempotency_keys (user_id, key, order_id, created_at)
        values (${userId}, ${key}, ${orderIds[place]}, ${shop.deps.clock.now()})`);
    }
  }
  const before = await listRows(first);
  const inOne =
    press.call === 'add'
      ? await addInOneStatement(shop.deps, first, ofFirst, wanted, key)
      : await startInOneStatement(shop.deps, first, wanted, key);
  if (!inOne) expect(await listRows(first)).toEqual(before);
  const inSteps = (shopper: Shopper, orderId: number) =>
    outcomeOf(async () =>
      press.call === 'add'
        ? addInSteps(shop.deps, shopper, orderId, wanted, key)
        : startInSteps(shop.deps, shopper, { order_items: [wanted] }, key),
    );
  const expected = await inSteps(second, ofSecond);
  expect(inOne ? { answer: withoutNumbers(inOne) } : await inSteps(first, ofFirst)).toEqual(expected);
  expect(await listRows(first)).toEqual(await listRows(second));
  // Nothing else may hold the statement up, or it would be of no use.
  expect(inOne !== undefined).toBe(expected.answer !== undefined && !isUsed);
  seen[isUsed ? 'repeated' : inOne ? 'answered' : 'refused'] += 1;
}

test('one statement adds what the steps add, and leaves to them what they refuse', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(STATE, async (state) => {
      await resetCatalogue();
      const orderIds = [await fill(people[0], state), await fill(people[1], state)] as [number, number];
      await setCatalogue(state);
      for (const press of state.presses) await compare(state, press, orderIds);
    }),
    { numRuns: 60 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});
