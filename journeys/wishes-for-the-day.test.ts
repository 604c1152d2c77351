import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DESK_COOKIE } from '#contract/staff.ts';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { findFaults } from './accessibility.ts';
import { dayFromNow, setDeliveryDay } from './after-sale.ts';
import { call, expectPaid, openCheckout, openPayment, payNow } from './buying.ts';
import { writeToShop } from './desk-people.ts';
import { expect, test } from './fixtures.ts';

const NOTE = 'Green gate round the side, the bell is broken';
const openWishes = (page: Page) => page.getByText('For the florist and the driver').click();

/** A browser at the desk, signed in as somebody of these roles. */
async function openDesk(browser: Browser, baseURL: string, name: string, role: 'florist' | 'driver') {
  const database = (await findRunningDatabase(process.env.JOURNEYS_DATA_DIR ?? '')) ?? '';
  const { id, cookie } = await signInStaff(database, name, [role]);
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const at = { url: baseURL, httpOnly: true, sameSite: 'Strict' } as const;
  await context.addCookies([{ name: DESK_COOKIE, value: cookie, ...at }]);
  return { id, context, page: await context.newPage() };
}

/** The last line of a ticket stands within it, whatever is above. */
async function expectOnPaper(page: Page): Promise<void> {
  const [ticket, footer] = [page.locator('.ticket').first(), page.locator('.ticket footer').first()];
  const [paper, end] = [await ticket.boundingBox(), await footer.boundingBox()];
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((paper?.y ?? 0) + (paper?.height ?? 0));
}

/** Presses at the desk through the API. */
async function press({ request }: BrowserContext, baseURL: string, method: string, path: string, data: object) {
  const response = await request.fetch(path, { method, data, headers: { origin: baseURL } });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

test('Wishes of the checkout come back with the address, and are on the ticket and the driver’s phone', async ({
  page,
  request,
  browser,
  baseURL: address,
}) => {
  test.slow();
  const baseURL = address ?? '';
  const buyer = await openCheckout(page, request);
  const { id } = buyer.order;
  await openWishes(page);
  await page.getByRole('radio', { name: 'Leave them in the porch' }).check();
  await page.getByRole('textbox', { name: 'A note for the driver' }).fill(NOTE);
  await page.getByRole('radio', { name: 'Ask me first, by email' }).check();
  await expect
    .poll(async () => (await call(request, buyer, 'GET', '/api/user/profile/address/'))[0])
    .toMatchObject({ driver_note: NOTE, nobody_in: 'porch', swap_choice: 'ask' });
  await payNow(await openPayment(page));
  await expectPaid(page, request, buyer, id);

  // A second cart that goes to the same door has them already.
  const [first] = await (await request.get('/api/products/')).json();
  await call(request, buyer, 'POST', '/api/user/orders/', { order_items: [{ product: first.id, quantity: 1 }] });
  await page.goto('/cart?step=address');
  await expect(
    page.getByText(`Nobody in: leave them in the porch. “${NOTE}” A flower missing: you are asked first.`),
  ).toBeVisible();
  await page.goto('/profile?tab=addresses');
  await expect(page.getByText(`For the driver: ${NOTE}`)).toBeVisible();

  // The bench and the van have it today, and the door is near the shop.
  const { last_event: seen } = await call(request, buyer, 'GET', `/api/user/orders/${id}/changes/`);
  const door = { street_address: '9 Mare Street', apartment_address: '', city: 'London', postal_code: 'E8 3PN' };
  await call(request, buyer, 'PATCH', `/api/user/orders/${id}/change/`, {
    seen,
    ...door,
    // Words about one door are not taken to another: they are sent again.
    driver_note: NOTE,
    nobody_in: 'porch',
  });
  await setDeliveryDay(id, dayFromNow(0));

  const bench = await openDesk(browser, baseURL, 'Hana Okafor', 'florist');
  await bench.page.goto(`/desk/ticket/${id}`);
  await expect(bench.page.getByText(NOTE).first()).toBeVisible();
  await expect(bench.page.getByText('Leave them in the porch').first()).toBeVisible();
  await bench.page.goto(`/desk/print/tickets?ids=${id}`);
  await expect(bench.page.getByText(`${NOTE} · If nobody is in: leave them in the porch.`).first()).toBeVisible();
  await expect(bench.page.getByText('Ask before a swap').first()).toBeVisible();
  await expectOnPaper(bench.page);
  const shop = { address: baseURL, dataDir: process.env.JOURNEYS_DATA_DIR ?? '' };
  const longest = 'update orders set driver_note = $2, text = $3 where id = $1';
  await writeToShop(shop, longest, [id, '字'.repeat(200), 'With all our love. '.repeat(15)]);
  await bench.page.reload();
  await expectOnPaper(bench.page);
  await writeToShop(shop, longest, [id, NOTE, '']);

  const driver = await openDesk(browser, baseURL, 'Robin Daly', 'driver');
  const send = (method: string, path: string, data: object) => press(bench.context, baseURL, method, path, data);
  await send('POST', '/api/desk/orders/tie/', { orders: [id] });
  // Each project has a van of its own.
  const number = 1 + (id % 90);
  const run = await send('POST', '/api/desk/runs/', { day: dayFromNow(0), number, leaves_at: '11:00' });
  await send('PATCH', `/api/desk/runs/${run.id}/`, { driver: driver.id });
  await send('POST', `/api/desk/runs/${run.id}/stops/`, { orders: [id] });
  await send('POST', `/api/desk/runs/${run.id}/leave/`, {});

  await driver.page.goto(`/desk/driver/${id}`);
  await expect(driver.page.getByText(NOTE)).toBeVisible();
  await expect(driver.page.getByText('Leave them in the porch').first()).toBeVisible();
  expect(await findFaults(driver.page, 'a stop with wishes')).toEqual([]);
  await driver.page.locator('.dv-acts summary', { hasText: 'Nobody in' }).click();
  await expect(driver.page.locator('details[open]')).toContainText('The buyer’s wish: Leave them in the porch');
  await Promise.all([bench.context.close(), driver.context.close()]);
});

test('Words that cannot be kept are refused, and the wishes stay as they were', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/\/update-wishes\/$/);
  const buyer = await openCheckout(page, request);
  await openWishes(page);
  const note = page.getByRole('textbox', { name: 'A note for the driver' });
  await note.fill('Ring\u0007twice');
  await note.press('Tab');
  await expect(page.getByText('This holds characters we cannot keep.').first()).toBeVisible();
  const [cart] = await call(request, buyer, 'GET', '/api/user/orders/?status=P');
  expect(cart).toMatchObject({ driver_note: '', nobody_in: 'neighbour' });
});

test('Words for one door do not go to another that is chosen while they are sent', async ({ page, request }) => {
  const buyer = await openCheckout(page, request);
  const add = { city: 'York', street_address: '9 Bootham', apartment_address: 'Rose Cottage', postal_code: 'yo317eq' };
  await call(request, buyer, 'POST', '/api/user/profile/address/', add);
  await page.reload();
  await openWishes(page);
  await page.route(/\/update-wishes\/$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'A note for the driver' }).fill(NOTE);
  await page.getByRole('radio', { name: /Rose Cottage/ }).check();
  await expect
    .poll(async () => {
      const list = await call(request, buyer, 'GET', '/api/user/profile/address/');
      return list.map(({ driver_note }: { driver_note: string }) => driver_note);
    })
    .toEqual([NOTE, '']);
  await expect
    .poll(async () => (await call(request, buyer, 'GET', '/api/user/orders/?status=P'))[0].address.street_address)
    .toBe('9 Bootham');
  await expect(page.getByRole('textbox', { name: 'A note for the driver' })).toHaveValue('');
});
