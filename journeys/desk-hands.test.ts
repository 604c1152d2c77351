import type { APIRequestContext, Page } from '@playwright/test';
import { londonDay } from '#contract/delivery.ts';
import type { Ticket } from '#contract/desk.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import { type Desk, makeRun, test } from './desk-test.ts';
import { expect } from './fixtures.ts';

// What a hand presses and a keyboard meets on Today, the work ticket and Deliveries: in sight, uncovered, and never lost.
test.describe.configure({ mode: 'serial' });

const BENCH = { width: 1180, height: 820 };
const day = londonDay(new Date());

let desk: Desk;
let api: APIRequestContext;
let orders: number[];
/** Both should have left since midnight, with five orders each. */
const runs = { first: 0, second: 0 };

test.beforeAll(async ({ desk: opened }) => {
  desk = opened;
  await desk.beginDay();
  orders = await fillDay(desk.database, { day, count: 20 });
  api = await desk.openApi();
  const { id: driver } = await signInStaff(desk.database, 'Siobhán Kelly', ['driver']);
  runs.first = await makeRun(api, { day, number: 1, leaves_at: '00:00', driver }, orders.slice(0, 5));
  runs.second = await makeRun(api, { day, number: 2, leaves_at: '00:00', driver }, orders.slice(5, 10));
});
test.afterAll(() => api?.dispose());

test.beforeEach(async ({ context, page }) => {
  await desk.signIn(context, 'Wren Adeyemi', ['owner', 'florist']);
  await page.setViewportSize(BENCH);
});

async function openSheet(page: Page, address = '/desk'): Promise<void> {
  await page.goto(address);
  await expect(page.getByLabel('Find on this sheet')).toBeVisible();
}
const rail = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ticketOn = (page: Page, name: string, id: number) => rail(page, name).locator(`[data-order="${id}"]`);
const tieButton = (page: Page, id: number) =>
  ticketOn(page, 'To tie', id).getByRole('button', { name: `Tied, order ${id}` });
const focusedOrder = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest('#rail-to-tie [data-order]')?.getAttribute('data-order')));
const toast = (page: Page) => page.locator('.desk-toast');

/** One stem of the first flower is replaced. */
async function swapOne(id: number): Promise<void> {
  const ticket: Ticket = await (await api.get(`/api/desk/orders/${id}/ticket/`)).json();
  const [line] = ticket.lines;
  const flower = line?.recipe[0]?.flower;
  // Which bouquets it draws depends on the numbers of the orders: some begin with white roses.
  const instead = flower === 'White rose' ? 'Red rose' : 'White rose';
  const data = { item: line?.id, flower, count: 1, instead, ask: false };
  expect((await api.post(`/api/desk/orders/${id}/swaps/`, { data })).status()).toBe(201);
}

test('On a tablet lying down Tied is in sight beside the longest card, with a swap and without', async ({ page }) => {
  const [plain = 0, swapped = 0] = orders.filter((id) => id % 5 !== 0 && id % 11 !== 0).slice(-2);
  const card = 'With all our love to you both, and to the little one. '.repeat(6).slice(0, 280);
  for (const id of [plain, swapped]) await desk.query('update orders set text = $2 where id = $1', [id, card]);
  await swapOne(swapped);
  for (const [width, height] of [
    [1180, 820],
    [1080, 810],
    [1024, 768],
  ] as const)
    for (const id of [plain, swapped]) {
      await page.setViewportSize({ width, height });
      await page.goto(`/desk/ticket/${id}`);
      for (const press of [
        page.getByRole('button', { name: 'Tied' }),
        page.getByRole('link', { name: 'Something is missing' }),
      ])
        await expect(press, `${width} px`).toBeInViewport({ ratio: 1 });
      for (const stem of await page.getByRole('region', { name: 'Recipe' }).getByRole('listitem').all())
        expect(await stem.evaluate(isFree), `a stem at ${width} px`).toBe(true);
      expect(await page.getByText('With all our love').evaluate(isFree), `the card at ${width} px`).toBe(true);
    }
});

/** Scrolled to, its lower edge is in the window with nothing over it. */
const isFree = (element: Element): boolean => {
  scrollTo(0, 0);
  const past = element.getBoundingClientRect().bottom - innerHeight / 2;
  if (past > 0) scrollTo(0, past);
  const { left, bottom } = element.getBoundingClientRect();
  return bottom <= innerHeight && element.contains(document.elementFromPoint(left + 4, bottom - 4));
};

test('J walks what is to tie and nothing else, and T ties nothing that cannot be tied', async ({ page }) => {
  const [first = 0, second = 0, third = 0] = orders;
  const said = await api.put(`/api/desk/orders/${first}/cannot-be-tied/`, { data: { why: 'No vase.' } });
  expect(said.ok()).toBe(true);
  await openSheet(page);
  await page.keyboard.press('j');
  expect(await focusedOrder(page)).toBe(first);
  await expect(tieButton(page, first)).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(page.getByRole('alert')).toHaveText(new RegExp(`Order ${first} is not tied: Cannot be tied today`, 'i'));
  await expect(ticketOn(page, 'To tie', first)).toBeVisible();
  expect(await focusedOrder(page)).toBe(first);

  await page.keyboard.press('j');
  await page.keyboard.press('t');
  await expect(ticketOn(page, 'Tied', second)).toBeVisible();
  expect(await focusedOrder(page)).toBe(third);
  // At the last of them it stays.
  const last = rail(page, 'To tie').locator('[data-order] .desk-ticket-name').last();
  await last.focus();
  await page.keyboard.press('j');
  await expect(last).toBeFocused();
  await page.keyboard.press('z');
  await expect(ticketOn(page, 'To tie', second)).toBeVisible();
  // In the trouble list, too, nothing is tied that has no Tied.
  await rail(page, 'Trouble').getByRole('link').first().focus();
  await page.keyboard.press('t');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(rail(page, 'Tied')).toHaveCount(0);
  await openSheet(page, '/desk?form=list');
  await page.keyboard.press('j');
  await expect(page.getByRole('table').locator(`[data-order="${first}"] a`)).toBeFocused();
  await page.keyboard.press('t');
  await expect(page.getByRole('alert')).toBeVisible();
  expect((await api.delete(`/api/desk/orders/${first}/cannot-be-tied/`)).ok()).toBe(true);
});

/** What a toast lies over, however the page is scrolled. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (let top = 0; top <= document.documentElement.scrollHeight - innerHeight; top += 40) {
      scrollTo(0, top);
      const toast = document.querySelector('.desk-toast')?.getBoundingClientRect();
      const bar = document.querySelector('.desk-bar')?.getBoundingClientRect();
      if (!toast || !bar) return ['no toast'];
      for (const button of document.querySelectorAll<HTMLButtonElement>('#rail-to-tie button[name=tie]')) {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const seen = Math.max(top, bar.bottom);
        const isBeside = right <= toast.left || left >= toast.right || bottom <= toast.top || seen >= toast.bottom;
        if (!isBeside && bottom > seen) found.push(`${button.value} at ${innerWidth} px`);
      }
    }
    return [...new Set(found)];
  });

test('Z before the shop has answered takes back as soon as it has', async ({ page }) => {
  const [, , third = 0] = orders;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/desk/orders/tie/', async (route) => {
    await answered;
    await route.continue();
  });
  await openSheet(page);
  await ticketOn(page, 'To tie', third).locator('.desk-ticket-name').focus();
  await page.keyboard.press('t');
  await expect(ticketOn(page, 'Tied', third)).toBeVisible();
  await page.keyboard.press('z');
  const back = page.waitForResponse('**/api/desk/orders/take-back/');
  answer();
  await back;
  await expect(ticketOn(page, 'To tie', third)).toBeVisible();
});

test('What was done, with its way back, lies over no Tied at any width', async ({ page }) => {
  const [, second = 0] = orders;
  for (const [width, height] of [
    [1440, 900],
    [1180, 820],
    [1024, 768],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openSheet(page);
    const late = rail(page, 'Run 1 is late').getByRole('button', { name: /^Leaves at/ });
    // In the last minutes of a day there is no later time to offer.
    if ((await late.count()) > 0) {
      await late.click();
      await expect(toast(page)).toContainText('Run 1 leaves at');
      expect(await findCovered(page)).toEqual([]);
      await toast(page).getByRole('button', { name: 'Take back' }).click();
      await expect(rail(page, 'Run 1 is late')).toBeVisible();
    }
    await tieButton(page, second).click();
    await expect(toast(page)).toContainText('Tied:');
    expect(await findCovered(page)).toEqual([]);
    await toast(page).getByRole('button', { name: 'Take back' }).click();
    await expect(ticketOn(page, 'To tie', second)).toBeVisible();
  }
});

test('With swaps on it the list is as wide as the window and no wider', async ({ page }) => {
  // Of the others the buyer wants to be asked first.
  const swapped = orders.filter((id) => id % 5 !== 0).slice(0, 4);
  for (const id of swapped) await swapOne(id);
  for (const width of [1440, 1180, 1080, 1024, 820, 768, 720, 640, 500, 390, 360]) {
    await page.setViewportSize({ width, height: 820 });
    await openSheet(page, '/desk?form=list');
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${width} px`).toBeLessThanOrEqual(0);
    await expect(page.locator(`tr[data-order="${swapped[0]}"]`).getByText('Swap')).toBeVisible();
  }
});

test('After a run left, its time can no longer be taken back', async ({ page }) => {
  await api.post('/api/desk/orders/tie/', { data: { orders: [orders[1]] } });
  await openSheet(page);
  await page.locator('.desk-when').first().click();
  await page.getByLabel('Run 1 leaves at').filter({ visible: true }).fill('00:01');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Run 1 leaves at 00:01.');
  await rail(page, 'Run 1 is late').getByRole('button', { name: 'Leave without 4' }).click();
  await expect(rail(page, 'Run 1 has left')).toBeVisible();
  // At once, not when its six seconds are over.
  await expect(toast(page)).toHaveCount(0, { timeout: 2_000 });
  await rail(page, 'Run 1 has left').getByRole('button', { name: 'Take back' }).click();
  await expect(toast(page)).toContainText('Run 1 is here again.');
});

test('On Deliveries a run can be taken back where the device’s clock is fast', async ({ page }) => {
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 75_000;
  });
  expect((await api.post(`/api/desk/runs/${runs.first}/leave/`, { data: { without: true } })).ok()).toBe(true);
  await page.goto('/desk/deliveries');
  await page.getByRole('button', { name: 'Take back: run 1 has not left' }).click();
  await expect(page.getByRole('region', { name: 'Run 1', exact: true }).getByText('Leaves now')).toBeVisible();
});

const focusedWords = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('By keyboard the focus goes on after each press that takes itself away', async ({ page }) => {
  await api.post('/api/desk/orders/tie/', { data: { orders: [orders[1]] } });
  await openSheet(page);
  const lateButton = (run: number) => rail(page, `Run ${run} is late`).getByRole('button', { name: /^Leaves at/ });
  if ((await lateButton(1).count()) > 0) {
    await lateButton(1).press('Enter');
    await expect(rail(page, 'Run 1 is late')).toHaveCount(0);
    await expect(lateButton(2)).toBeFocused();
    await lateButton(2).press('Enter');
    await expect(toast(page)).toBeFocused();
    await api.patch(`/api/desk/runs/${runs.first}/`, { data: { leaves_at: '00:00' } });
  }
  await rail(page, 'Run 1 is late').getByRole('button', { name: 'Leave without 4' }).press('Enter');
  await expect(rail(page, 'Run 1 has left')).toBeFocused();
  await rail(page, 'Run 1 has left').getByRole('button', { name: 'Take back' }).press('Enter');
  await expect(toast(page)).toBeFocused();
  expect(await focusedWords(page)).toContain('Run 1 is here again.');

  // The page follows what changes as soon as its scripts run.
  const live = page.waitForRequest('**/api/desk/live/');
  await page.goto('/desk/deliveries');
  await live;
  const first = page.getByRole('region', { name: 'Run 1', exact: true });
  const move = (place: number) =>
    first.getByRole('button', { name: new RegExp(`^To run 2: .*, order ${orders[place]}$`) });
  await move(2).press('Enter');
  await expect(move(2)).toHaveCount(0);
  await expect(move(3)).toBeFocused();
  await first.getByText('Leaves now').press('Enter');
  await first.getByRole('button', { name: 'Leave without 3' }).press('Enter');
  await expect(first.getByRole('button', { name: /^Take back/ })).toBeVisible();
  await expect(first.getByRole('heading')).toBeFocused();
  await first.getByRole('button', { name: /^Take back/ }).press('Enter');
  await expect(first.getByText('Leaves now')).toBeVisible();
  await expect(first.getByRole('heading')).toBeFocused();
});
