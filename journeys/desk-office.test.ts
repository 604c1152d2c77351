import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatDay, nextOpenDay } from '#contract/delivery.ts';
import { DEFAULT_RULES } from '#contract/delivery-rules.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { dayFromNow } from './after-sale.ts';
import { FIRST, openCheckout, signInWithCart } from './buying.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';

test.describe.configure({ mode: 'serial' });
test.use({ alone: { because: 'It closes days, and changes the fee and the address.' } });

let desk: Desk;
test.beforeAll(({ desk: opened }) => {
  desk = opened;
});

/** The line of changes is opened by the scripts: from then on a press keeps the page. */
async function openAwake(page: Page, address: string): Promise<void> {
  const line = page.waitForRequest('**/api/desk/live/');
  await page.goto(address);
  await line;
}

const saved = 'Saved. The shop shows it.';

test('The owner plans her days: one closes, one holds less than is booked, one costs more', {
  tag: ['@core', '@story', '@phone'],
}, async ({ page, context, request, allowFailures }) => {
  allowFailures(/\/api\/desk\/calendar\/days\//);
  await desk.signIn(context, 'Olive Owner', ['owner']);
  const [closed, full, dear] = [9, 10, 11].map(dayFromNow) as [string, string, string];
  await fillDay(desk.database, { day: full, count: 3 });
  await openAwake(page, `/desk/calendar?month=${closed.slice(0, 7)}`);
  await page.getByRole('link', { name: formatDay(closed) }).click();
  await expect(page.getByRole('heading', { name: formatDay(closed) })).toBeFocused();
  // By keyboard alone, from the heading on.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Say why in one line')).toBeVisible();
  await page.getByLabel('Why not').fill('Stocktaking');
  await page.keyboard.press('Enter');
  await expect(page.getByText(saved)).toBeVisible();
  await page.goto(`/desk/calendar/${full}`);
  await page.getByLabel('Holds').fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 are booked, more than the day holds: they stay, and no more can come.')).toBeVisible();
  await page.goto(`/desk/calendar/${dear}`);
  await page.getByRole('textbox', { name: 'Surcharge' }).fill('three');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('An amount is written in pounds')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Surcharge' })).toHaveValue('three');
  await page.getByRole('textbox', { name: 'Surcharge' }).fill('£3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'the calendar')).toEqual([]);
  const days = await (await request.get(`/api/delivery/days/?from=${closed}&to=${dear}`)).json();
  expect(days).toMatchObject([
    { open: false, words: 'Stocktaking' },
    { open: false, words: 'Full' },
    { open: true, surcharge: 3 },
  ]);
});

test('The cut-off and the line of one day are read by whoever chooses it, and another owner is not overruled', async ({
  page,
  context,
  browser,
  request,
  allowFailures,
}) => {
  allowFailures(/\/api\/desk\/calendar\/days\//);
  await desk.signIn(context, 'Olive Owner', ['owner']);
  const day = nextOpenDay(dayFromNow(3), DEFAULT_RULES);
  const line = 'Order by 10 the day before';
  await openAwake(page, `/desk/calendar/${day}`);
  await page.getByLabel('Cut-off, the day before').selectOption('10:00');
  await page.getByLabel('Line in the shop').fill(line);
  await page.getByLabel('Holds').fill('61');
  await page.getByRole('button', { name: 'Fewer' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  const [inShop] = await (await request.get(`/api/delivery/days/?from=${day}&to=${day}`)).json();
  expect(inShop).toMatchObject({ open: true, left: 60, line });

  await test.step('the shop says the line, and keeps to the cut-off', async () => {
    const { rules } = await (await request.get('/api/delivery/')).json();
    expect(rules.days[day]).toMatchObject({ cut_off: '10:00', line });
    const buyer = await browser.newContext();
    const shopping = await buyer.newPage();
    await openCheckout(shopping, request);
    await expect(shopping.getByText(`${formatDay(day)}: ${line}`)).toBeVisible();
    await buyer.close();
  });

  await test.step('two owners set the same day: the second is told, and then has her way', async () => {
    const other = await browser.newContext();
    await desk.signIn(other, 'Iris Owner', ['owner']);
    const second = await other.newPage();
    await openAwake(second, `/desk/calendar/${day}`);
    await page.getByLabel('Holds').fill('50');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('meanwhile. Now: it holds 50.')).toBeVisible();
    // Over a line that is broken she hears nothing before she saves.
    await second.route('**/api/desk/live/', (route) => route.abort());
    await openAwake(second, `/desk/calendar/${day}`);
    await page.getByLabel('Holds').fill('45');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('45 may still come')).toBeVisible();
    await second.getByLabel('Holds').fill('40');
    await second.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByRole('alert')).toContainText('Look at what it says now, then save again.');
    await expect(second.getByText('meanwhile. Now: it holds 45.')).toBeVisible();
    await expect(second.getByLabel('Holds')).toHaveValue('40');
    await second.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('40 may still come')).toBeVisible();
    await other.close();
  });

  await page.goto(`/desk/calendar/${day}`);
  await page.getByLabel('Cut-off, the day before').selectOption('');
  for (const field of ['Line in the shop', 'Holds']) await page.getByLabel(field).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect((await (await request.get('/api/delivery/')).json()).rules?.days[day]).toBeUndefined();
});

test('What was typed about a day stays with the words of its refusal', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  await desk.signIn(context, 'Olive Owner', ['owner']);
  const page = await context.newPage();
  await page.goto(`/desk/calendar/${dayFromNow(12)}`);
  await page.getByLabel('Holds').fill('many');
  await page.getByRole('textbox', { name: 'Surcharge' }).fill('£2.50');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A whole number from 0 to 100000')).toBeVisible();
  await expect(page.getByLabel('Holds')).toHaveValue('many');
  await expect(page.getByRole('textbox', { name: 'Surcharge' })).toHaveValue('£2.50');
  await page.getByLabel('Holds').fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('0 booked, 30 may still come.')).toBeVisible();
  await context.close();
});

test('The fee and the address are changed, a lost connection costs nothing, and the shop says both', async ({
  page,
  context,
  allowFailures,
}) => {
  allowFailures(/\/api\/desk\/(settings|shop|live|claims\/waiting)\//);
  await desk.signIn(context, 'Olive Owner', ['owner']);
  await openAwake(page, '/desk/settings');
  await page.getByLabel('Delivery fee').fill('£6.50');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save delivery' }).click();
  await expect(page.getByRole('alert')).toContainText('You are offline.');
  await expect(page.getByLabel('Delivery fee')).toHaveValue('£6.50');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save delivery' }).click();
  await expect(page.getByRole('region', { name: 'Delivery' }).getByText(saved)).toBeVisible();
  await page.getByLabel('Street').fill('9 Mare Street');
  await page.getByLabel('VAT number').fill('12');
  await page.getByRole('button', { name: 'Save shop details' }).click();
  await expect(page.getByText('A VAT number is written as GB123456789.')).toBeVisible();
  await page.getByLabel('VAT number').fill('GB123456789');
  await page.getByRole('button', { name: 'Save shop details' }).click();
  await expect(page.getByRole('region', { name: 'Shop details' }).getByText(saved)).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'the settings')).toEqual([]);
  await page.goto('/delivery');
  await expect(page.getByRole('contentinfo')).toContainText('9 Mare Street');
  await expect(page.getByRole('contentinfo')).toContainText('VAT number GB123456789');
  await expect(page.getByText('£6.50').first()).toBeVisible();
});

test('A code is made, used in a cart and ended', { tag: ['@core', '@story'] }, async ({
  page,
  context,
  request,
  allowFailures,
}) => {
  allowFailures(/\/api\/desk\/codes\//);
  const code = 'LANE5';
  await desk.signIn(context, 'Olive Owner', ['owner']);
  await page.goto('/desk/codes');
  await page.getByRole('link', { name: 'New code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('Pounds').check();
  await page.getByRole('button', { name: 'Make the code' }).click();
  await expect(page.getByText('Pounds from 0.01 to 10,000.00 are needed here')).toBeVisible();
  await page.getByLabel('Off', { exact: true }).fill('5');
  expect(await findFaultsAtAllWidths(page, 'a new code')).toEqual([]);
  await page.getByRole('button', { name: 'Make the code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await expect(page.getByText('−£5.00')).toBeVisible();
  const buyer = await signInWithCart(page, request);
  const use = () =>
    request.patch(`/api/user/orders/${buyer.order.id}/update-code/`, {
      headers: { authorization: `Bearer ${buyer.tokens.access}` },
      data: { code },
    });
  expect((await use()).status()).toBe(200);
  await page.goto('/cart');
  await expect(page.getByText(`Code ${code}`)).toBeVisible();
  await page.goto(`/desk/codes/${code}`);
  await page.getByRole('button', { name: `End ${code}` }).click();
  await expect(page.getByText('It has ended. Nobody can use it any more.')).toBeVisible();
  expect(await (await use()).json()).toEqual({ code: [`${code} has ended.`] });
  expect(await findFaultsAtAllWidths(page, 'a code')).toEqual([]);
});

test('A buyer reads and prints the receipt', async ({ page, request }) => {
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const order = buyer.orders[0]?.id ?? 0;
  await page.goto(`/history/${order}`);
  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toContainText(FIRST);
  await expect(receipt).toContainText('9 Mare Street');
  expect(await findFaultsAtAllWidths(page, 'a receipt')).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print this receipt' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
});

test('The owner goes anywhere by keys alone, and the buyer of an order is one press away', async ({
  page,
  context,
  request,
}) => {
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const order = buyer.orders[0]?.id ?? 0;
  await desk.signIn(context, 'Olive Owner', ['owner']);
  await openAwake(page, '/desk/history');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/desk/calendar');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByRole('listitem').filter({ hasText: 'Calendar' })).toContainText('GC');
  expect(await findFaultsAtAllWidths(page, 'the keys')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  await test.step('on the sheet T alone ties; after G it goes there', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(page).toHaveURL('/desk');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect(page).toHaveURL('/desk/orders');
  });

  await test.step('a customer and a bouquet are found by a part of a name', async () => {
    const dialog = page.getByRole('dialog', { name: 'Find or go to' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(buyer.email);
    await expect(dialog.getByRole('option', { name: `${buyer.email}, 1 order` })).toBeVisible();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(FIRST.slice(1));
    const bouquet = dialog.getByRole('option', { name: new RegExp(`^${FIRST} `) });
    await expect(bouquet.locator('mark')).toHaveText(FIRST.slice(1));
    expect(await findFaultsAtAllWidths(page, 'what is found')).toEqual([]);
    await bouquet.click();
    await expect(page).toHaveURL(/\/desk\/catalogue\/\d+$/);
  });

  await page.goto(`/desk/orders/${order}`);
  await page.getByRole('link', { name: `${buyer.firstName} ${buyer.lastName}`, exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/customers\/\d+$/);
  await expect(page.getByText(`${buyer.email}, `)).toBeVisible();
});

test('The history is taken as a file, and says that it was', async ({ page, context }) => {
  await desk.signIn(context, 'Olive Owner', ['owner']);
  await openAwake(page, '/desk/history');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const text = await readFile(await (await file).path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('\u{feff}Day,Time,Who,What,On,Before,After,Details');
  expect(text).toContain('Olive Owner');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Export history' }).first()).toContainText('Olive Owner');
});

test('A florist sees none of it', { tag: ['@core', '@story'] }, async ({ page, context, allowFailures }) => {
  allowFailures(/\/desk\/(calendar|settings|codes|codes\/new)$/);
  await desk.signIn(context, 'Flo Florist', ['florist']);
  for (const path of ['/desk/calendar', '/desk/settings', '/desk/codes', '/desk/codes/new']) {
    const response = await page.goto(path);
    expect([path, response?.status()]).toEqual([path, 403]);
  }
  await page.goto('/desk');
  await expect(page.getByRole('link', { name: 'Calendar' })).toHaveCount(0);
});
