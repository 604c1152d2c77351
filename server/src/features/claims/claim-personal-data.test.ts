import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { orders } from '#server/features/orders/table.ts';
import { eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers, fillClaim, receiveFlowers, takeFlowerPhoto, writeForm } from '#server/testing/claims.ts';
import { logInAgain, PASSWORD } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { claims } from './table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`delete from throttles`);
});

async function report({ access }: Registered, orderId: number) {
  const form = fillClaim([
    ['text', 'Snapped'],
    ['photo', await takeFlowerPhoto()],
  ]);
  const path = `/api/user/orders/${orderId}/claim/`;
  return (await shop.call('POST', path, { token: access, ...(await writeForm(form)) })).json();
}

const leave = ({ access }: Registered) =>
  shop.call('POST', '/api/user/profile/delete/', { token: access, body: { password: PASSWORD } });

describe('claims of someone', () => {
  test('stand in the download, with what came of them', async () => {
    const { person, order } = await buyFlowers(shop);
    const claim = await report(person, order.id);
    const download = (await shop.call('GET', '/api/user/profile/download/', { token: person.access })).json();
    const [{ photo_as_base64_jpeg: photo, ...told }] = download.claims;
    expect(told).toEqual(claim);
    expect(Buffer.from(photo, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const other = await buyFlowers(shop);
    const theirs = (await shop.call('GET', '/api/user/profile/download/', { token: other.person.access })).json();
    expect(theirs.claims).toEqual([]);
  });

  test('keep them here while new flowers are to come', async () => {
    const { person, order } = await receiveFlowers(shop);
    await report(person, order.id);
    shop.setNow(new Date('2026-11-17T12:00:00Z'));
    const answer = await leave(await logInAgain(shop, person.user.email));
    expect([answer.status, answer.json()]).toEqual([
      409,
      { detail: 'Your flowers are still on their way. You can leave after Tuesday 17 November.' },
    ]);
    expect(await shop.deps.db.$count(claims, eq(claims.orderId, order.id))).toBe(1);
  });

  test('go with them, photo and all; what was bought and given stays, and is nobody’s', async () => {
    const { person, order } = await receiveFlowers(shop);
    const other = await receiveFlowers(shop);
    const { replacement } = await report(person, order.id);
    await report(other.person, other.order.id);
    shop.setNow(new Date('2026-11-18T09:00:00Z'));
    expect((await leave(await logInAgain(shop, person.user.email))).status).toBe(200);
    expect(await shop.deps.db.$count(claims, eq(claims.orderId, order.id))).toBe(0);
    expect(await shop.deps.db.$count(claims, eq(claims.orderId, other.order.id))).toBe(1);
    const kept = await shop.deps.db
      .select()
      .from(orders)
      .where(inArray(orders.id, [order.id, replacement.order]))
      .orderBy(orders.id);
    expect(kept).toMatchObject([
      { id: order.id, userId: null, buyer: null, address: null, text: '' },
      { id: replacement.order, userId: null, buyer: null, address: null, text: '', replacesOrderId: order.id },
    ]);
  });
});
