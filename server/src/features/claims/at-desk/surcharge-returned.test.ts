import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDay } from '#server/features/delivery/set-rules.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillClaim, takeFlowerPhoto, writeForm } from '#server/testing/claims.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { logInAgain } from '#server/testing/people.ts';

const SATURDAY = '2026-11-21';
const FRIDAY = '2026-11-20';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
  const { deps } = checkout.shop;
  await deps.db.transaction((tx) => setDay(tx, SATURDAY, { surchargePence: 300 }));
  await deps.delivery.renew();
});
afterAll(() => checkout.close());

/** Somebody paid for a dearer day, moved to a cheaper one, and got the difference back by itself. */
async function moveToCheaperDay() {
  const { shop, provider, pay } = checkout;
  const { person, token, order } = await checkout.fillCart();
  const at = (rest: string) => `/api/user/orders/${order.id}/${rest}`;
  const dear = await shop.call('PATCH', at('update-delivery-date/'), { token, body: { delivery_date: SATURDAY } });
  const { id: paypalOrder } = (await pay.create(token, dear.json())).json();
  await provider.approve(paypalOrder);
  await pay.capture(token, order.id, paypalOrder);
  const { last_event: seen } = (await shop.call('GET', at('changes/'), { token })).json();
  const moved = await shop.call('PATCH', at('change/'), { token, body: { seen, delivery_date: FRIDAY } });
  expect(moved.status).toBe(200);
  await shop.doJobs();
  const { rows } = await shop.deps.db.execute(sql`select refunds.amount_pence as pence, refunds.state from refunds
    join payments on payments.id = refunds.payment_id where payments.order_id = ${order.id}`);
  expect(rows).toEqual([{ pence: 300, state: 'done' }]);
  return { email: person.user.email, id: order.id, at };
}

test('a surcharge that went back is not the money of the flowers: they are replaced at once', async () => {
  const { shop } = checkout;
  const { email, id, at } = await moveToCheaperDay();
  await shop.deps.db.execute(sql`update orders set stage = 'delivered', dispatched_at = now(), delivered_at = now()
    where id = ${id}`);
  shop.setNow(new Date(`${FRIDAY}T12:00:00Z`));
  const { access: token } = await logInAgain(shop, email);
  expect((await shop.call('GET', at('claim/promise/'), { token })).json()).toEqual({ promise: 'replaced' });
  const form = fillClaim([
    ['text', 'All snapped'],
    ['photo', await takeFlowerPhoto()],
  ]);
  const { body, headers } = await writeForm(form);
  const url = at('claim/');
  const claimed = await shop.app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  expect([claimed.statusCode, claimed.json().status]).toEqual([201, 'replaced']);
});
