import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDay, setGeneral, setWeekday } from '#server/features/delivery/set-rules.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront } from './storefront.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let product: string;
let price: number;

beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
  const [first] = (await shop.get('/api/products/?limit=1')).json() as { id: number; price: number }[];
  product = `/product/${first?.id}`;
  price = first?.price ?? 0;
});
afterAll(() => shop.close());

/** The text of a page, without tags and without the marks that React leaves between texts. */
async function read(path: string): Promise<string> {
  const { body } = await shop.get(path);
  return body
    .replaceAll(/<(script|style).*?<\/\1>/gs, '')
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ');
}
const pages = () => ['/', '/product', product, '/about', '/delivery', '/terms', '/contact', '/nowhere'];

test('every page follows the rules as soon as they change, and is what it was when they are as usual again', async () => {
  const before = new Map<string, string>();
  for (const path of pages()) before.set(path, (await shop.get(path)).body);
  expect(before.get('/')).toContain('Order before 12 noon for next-day delivery');
  expect(before.get('/')).toContain('Next-day delivery on orders placed before 12:00 PM');

  await shop.deps.db.transaction(async (tx) => {
    await setGeneral(tx, { feePence: 650, cutOff: '14:30', daysAhead: 30 });
    await setWeekday(tx, 0, { cutOff: '10:00' });
    await setDay(tx, '2026-11-28', { surchargePence: 300 });
    await setDay(tx, '2026-11-30', { closedWords: 'Stocktaking' });
    await setDay(tx, '2026-12-26', { opened: true });
  });
  await shop.deps.delivery.renew();

  for (const path of pages()) {
    const text = await read(path);
    expect([path, text.includes('Order before 2.30 pm for next-day delivery')]).toEqual([path, true]);
    expect([path, /12 noon|12:00 PM|£5\.00/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
  const home = await read('/');
  expect(home).toContain('Next-day delivery on orders placed before 2:30 PM');
  expect(home).toContain('£6.50 delivery');
  expect(await read(product)).toContain(`Delivery £6.50, more on some days: £${(price + 6.5).toFixed(2)} delivered`);
  expect((await shop.get(product)).body).toMatch(/"shippingRate":\{[^}]*"value":"6\.50"/);
  const delivery = (await read('/delivery')).replaceAll(/\s+/g, ' ');
  for (const words of [
    'Monday, 2.29 in the afternoon',
    'For delivery on a Sunday it is 10 am on the day before.',
    'up to 30 days ahead.',
    'Nor do we deliver on Monday 30 November (Stocktaking).',
    'But we do deliver on Saturday 26 December.',
    'On these days it costs more: Saturday 28 November + £3.00.',
  ])
    expect(delivery).toContain(words);

  await shop.deps.db.execute(sql`truncate delivery_days, delivery_settings, delivery_weekdays`);
  await shop.deps.delivery.renew();
  for (const [path, body] of before) expect([path, (await shop.get(path)).body === body]).toEqual([path, true]);
});

test('with Sundays switched off no page promises them, and they are said once', async () => {
  await shop.deps.db.transaction(async (tx) => {
    await setWeekday(tx, 0, { ordersADay: 0 });
    for (const date of ['07', '08', '09']) await setDay(tx, `2026-12-${date}`, { closedWords: 'At a wedding.' });
    await setDay(tx, '2026-12-13', { ordersADay: 9 });
  });
  await shop.deps.delivery.renew();
  for (const path of pages()) {
    const { body } = await shop.get(path);
    expect([path, /weekends included|Saturdays and Sundays included/.exec(body)?.[0]]).toEqual([path, undefined]);
  }
  expect((await shop.get('/delivery')).body).toContain(
    'for delivery the next day, Saturdays included, to UK addresses',
  );
  const delivery = (await read('/delivery')).replaceAll(/\s+/g, ' ');
  for (const words of [
    'arrive the next day, Saturdays included. We do not deliver on Sundays.',
    'Nor do we deliver from Monday 7 December to Wednesday 9 December (At a wedding).',
    'But we do deliver on Sunday 13 December.',
  ])
    expect(delivery).toContain(words);
  expect(delivery).not.toMatch(/Sunday 22 November|No deliveries on/);
  expect(await read('/about')).toContain(
    'Saturdays included. Only Sundays, bank holidays and a few other days hold us up',
  );
  expect(await read('/terms')).toContain(
    'There is no delivery on Sundays, nor on the bank holidays of England and Wales',
  );
});

test('with nothing left to order no page names a day', async () => {
  await shop.deps.db.execute(sql`truncate delivery_days, delivery_settings, delivery_weekdays`);
  await shop.deps.db.transaction(async (tx) => {
    for (let weekday = 0; weekday < 7; weekday += 1) await setWeekday(tx, weekday, { ordersADay: 0 });
  });
  await shop.deps.delivery.renew();
  for (const path of pages()) {
    const text = await read(path);
    expect([path, text.includes('No deliveries at the moment')]).toEqual([path, true]);
    expect([path, text.includes('Order before 12 noon for next-day delivery')]).toEqual([path, false]);
  }
  const delivery = (await read('/delivery')).replaceAll(/\s+/g, ' ');
  expect(delivery).toContain('No deliveries at the moment. Otherwise order before 12 noon');
  expect(delivery).toContain('We do not deliver on any day of the week.');
  expect(delivery).not.toContain('Mondays');
  expect(await read('/about')).toContain('Not at the moment. Once we deliver again');
  expect(await read('/')).toContain('Not at the moment');
  await shop.deps.db.execute(sql`truncate delivery_days, delivery_settings, delivery_weekdays`);
  await shop.deps.delivery.renew();
});
