import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('notes about an order are read by colleagues, and by nobody else', async () => {
  const { order, person } = await buyFlowers(shop);
  const [flora, owner] = [await employ(shop, ['florist'], 'Flora Reed'), await employ(shop)];
  const path = `/api/desk/orders/${order.id}/notes/`;
  const body = { text: 'Rang twice.\nShe collects it at four.' };
  const written = await shop.post(path, body, flora.headers);
  expect(written.status).toBe(201);
  // The same press, come again, is one note.
  expect((await shop.post(path, body, flora.headers)).json()).toEqual(written.json());
  await shop.post(path, { text: 'Collected.' }, owner.headers);
  expect((await shop.get(path, owner.headers)).json()).toMatchObject([
    { who: 'Flora Reed', text: 'Rang twice.\nShe collects it at four.', at: '2026-11-16T09:46:00.000Z' },
    { who: 'Hana Okafor', text: 'Collected.' },
  ]);
  const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(events.filter(({ what }) => what === 'note written')).toMatchObject([
    { who: 'Flora Reed', staffId: flora.id },
    { staffId: owner.id },
  ]);
  const seen = await shop.call('GET', `/api/user/orders/${order.id}/`, { token: person.access });
  expect(seen.body).not.toContain('Rang twice');
});

test('refuses a note without words, and one about a cart or nothing', async () => {
  const { order } = await buyFlowers(shop);
  const { headers } = await employ(shop);
  const refused = await shop.post(`/api/desk/orders/${order.id}/notes/`, { text: ' ' }, headers);
  expect([refused.status, refused.json()]).toEqual([400, { text: ['This field may not be blank.'] }]);
  expect((await shop.post('/api/desk/orders/999999/notes/', { text: 'x' }, headers)).status).toBe(404);
  expect((await shop.get('/api/desk/orders/999999/notes/', headers)).status).toBe(404);
});
