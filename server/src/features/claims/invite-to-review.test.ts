import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { users } from '#server/features/accounts/table.ts';
import { cancelRequests } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers, fillClaim, receiveFlowers, takeFlowerPhoto, writeForm } from '#server/testing/claims.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});

/** The shop's clock says Monday 16 November 2026. */
const THREE_DAYS_AGO = '2026-11-13';

const confirm = ({ user }: Registered) =>
  shop.deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, user.id));

/** Someone whose address is confirmed, and whose flowers came on that day. */
async function received(day = THREE_DAYS_AGO, bouquets = ['Tearoom']) {
  const bought = await buyFlowers(shop, { day, bouquets });
  await confirm(bought.person);
  return bought;
}

const review = ({ person, order }: Awaited<ReturnType<typeof received>>, place = 0) =>
  shop.call('PUT', `/api/user/reviews/${order.order_items[place]?.product}/`, {
    token: person.access,
    body: { rating: 5 },
  });

/** Who was asked, after the job ran twice. */
async function askedOf({ person }: { person: Registered }) {
  for (const _ of [1, 2]) await shop.handlers['invite-to-review']?.work({});
  await shop.doJobs();
  return shop.letters().filter(({ to, kind }) => to === person.user.email && kind === 'review-invited');
}

test('asks once, three days after they came, with a picture, the way there and no need for words', async () => {
  const bought = await received();
  const asked = await askedOf(bought);
  expect(asked.map(({ subject }) => subject)).toEqual([`How were the flowers of order ${bought.order.id}?`]);
  expect(asked[0]?.text).toContain('Your flowers were due on Friday 13 November.');
  expect(asked[0]?.text).toContain('Words are welcome, and not needed.');
  expect(asked[0]?.text).toContain(`/login?next=/history/${bought.order.id}`);
});

test('waits until it is answered whether an order is cancelled', async () => {
  const bought = await received();
  await shop.deps.db
    .insert(cancelRequests)
    .values({ orderId: bought.order.id, askedAt: new Date(), because: 'Its sum.' });
  expect(await askedOf(bought)).toEqual([]);
  await shop.deps.db.update(cancelRequests).set({ answeredAt: new Date(), declined: 'It was sent.' });
  expect(await askedOf(bought)).toHaveLength(1);
});

test('goes by the day they came where that was written down', async () => {
  const bought = await received('2026-11-10');
  await shop.deps.db
    .update(orders)
    .set({ deliveredAt: new Date('2026-11-14T10:00:00Z') })
    .where(eq(orders.id, bought.order.id));
  expect(await askedOf(bought)).toEqual([]);
  await shop.deps.db
    .update(orders)
    .set({ deliveredAt: new Date('2026-11-12T10:00:00Z') })
    .where(eq(orders.id, bought.order.id));
  const [asked] = await askedOf(bought);
  expect(asked?.text).toContain('Your flowers came on Thursday 12 November.');
});

test.each([
  ['two days after', '2026-11-14'],
  ['two weeks and a day after', '2026-11-01'],
])('does not ask %s', async (_when, day) => {
  expect(await askedOf(await received(day))).toEqual([]);
});

test('asks who reviewed some of the bouquets, and nobody who reviewed them all', async () => {
  const some = await received(THREE_DAYS_AGO, ['Tearoom', 'Rosy Parlour']);
  expect((await review(some)).status).toBe(200);
  expect(await askedOf(some)).toHaveLength(1);
  const all = await received();
  await review(all);
  expect(await askedOf(all)).toEqual([]);
});

test('asks nobody whose address is not confirmed, who could not write one', async () => {
  expect(await askedOf(await buyFlowers(shop, { day: THREE_DAYS_AGO }))).toEqual([]);
});

test('asks nothing of those whose flowers arrived damaged, nor about what replaced them', async () => {
  const bought = await receiveFlowers(shop);
  await confirm(bought.person);
  const { body, headers } = await writeForm(
    fillClaim([
      ['text', 'All brown'],
      ['photo', await takeFlowerPhoto()],
    ]),
  );
  const path = `/api/user/orders/${bought.order.id}/claim/`;
  const claim = await shop.call('POST', path, { token: bought.person.access, body, headers });
  expect(claim.json().status).toBe('replaced');
  await shop.deps.db.execute(sql`update orders set delivery_date = ${THREE_DAYS_AGO},
    delivered_at = case when delivered_at is not null then ${`${THREE_DAYS_AGO}T10:00:00Z`}::timestamptz end
    where id >= ${bought.order.id}`);
  expect(await askedOf(bought)).toEqual([]);
});

/** £5 of the order went back, by whom. */
const refundPart = (id: number, actor: string) =>
  shop.deps.db.execute(sql`with paid as (insert into payments
    (order_id, order_version, state, amount_pence, invoice, capture_id, look_again_at, created_at, changed_at)
    values (${id}, 1, 'captured', 5000, ${`ML-${id}`}, ${`CAP${id}`}, now(), now(), now()) returning id)
    insert into refunds (payment_id, amount_pence, reason, actor, who, state, provider_refund_id, look_again_at, created_at, changed_at)
    select id, 500, 'Late', ${actor}, 'Ada', 'done', ${`R${id}`}, now(), now(), now() from paid`);

test('asks where the shop itself gave back what was paid for a dearer day: the flowers stay paid for', async () => {
  const moved = await received();
  await refundPart(moved.order.id, 'shop');
  expect(await askedOf(moved)).toHaveLength(1);
});

test('asks nothing where the money went back, or the bouquet is sold no more', async () => {
  const refunded = await received();
  await refundPart(refunded.order.id, 'command line');
  expect(await askedOf(refunded)).toEqual([]);
  const withdrawn = await received();
  await shop.deps.db.execute(sql`update products set status = 'withdrawn' where name = 'Tearoom'`);
  expect(await askedOf(withdrawn)).toEqual([]);
});
