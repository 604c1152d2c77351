import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers, fillClaim, takePhoto, writeForm } from '#server/testing/claims.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let url: string;
beforeAll(async () => {
  shop = await openTestShop();
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => shop.close());

test.each([
  ['cancelled', sql`stage = 'cancelled'`, 'This order was cancelled.'],
  ['moved', sql`delivery_date = '2026-11-20'`, 'You can report damaged flowers from the day of delivery on.'],
])(
  'an order that is %s while the photo is on its way has no claim and nothing sent again',
  async (_what, change, why) => {
    const { person, order } = await buyFlowers(shop);
    const { body, headers } = await writeForm(
      fillClaim([
        ['text', 'Snapped'],
        ['photo', await takePhoto()],
      ]),
    );
    const sent = request(`${url}/api/user/orders/${order.id}/claim/`, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length, authorization: `Bearer ${person.access}` },
    });
    const answer = once(sent, 'response');
    sent.write(body.subarray(0, 200));
    // By then all that can be known without the photo has allowed it.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await shop.deps.db.execute(sql`update orders set ${change} where id = ${order.id}`);
    sent.end(body.subarray(200));
    const [response] = await answer;
    const text = String(Buffer.concat(await response.toArray()));
    expect([response.statusCode, text]).toEqual([409, JSON.stringify({ detail: why })]);
    const { rows } = await shop.deps.db.execute(sql`select 1 from claims where order_id = ${order.id}`);
    expect(rows).toEqual([]);
  },
  60_000,
);
