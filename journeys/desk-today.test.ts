import type { Page } from '@playwright/test';
import { addDays, londonDay } from '#contract/delivery.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import { type Desk, makeRun, test } from './desk-test.ts';
import { expect } from './fixtures.ts';

test.describe.configure({ mode: 'serial' });

/** Laptops, tablets both ways round, a phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1180, height: 820 },
  { width: 1080, height: 810 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const BENCH = { width: 1180, height: 820 };

let desk: Desk;
let orders: number[];
let tomorrows: number[];
const day = londonDay(new Date());
const tomorrow = addDays(day, 1);

test.beforeAll(async ({ desk: opened }) => {
  desk = opened;
  await desk.beginDay();
  orders = await fillDay(desk.database, { day, count: 30 });
  tomorrows = await fillDay(desk.database, { day: tomorrow, count: 30 });
  const { id: driver } = await signInStaff(desk.database, 'Siobhán Kelly', ['driver']);
  const api = await desk.openApi();
  // The first should have left since midnight.
  await makeRun(api, { day, number: 1, leaves_at: '00:00', driver }, orders.slice(0, 13));
  await makeRun(api, { day: tomorrow, number: 1, leaves_at: '11:00', driver }, tomorrows);
  await api.dispose();
});

test.beforeEach(async ({ context, page }) => {
  await desk.signIn(context, 'Wren Adeyemi', ['owner', 'florist']);
  await page.setViewportSize(BENCH);
});

async function openSheet(page: Page, address = '/desk'): Promise<void> {
  await page.goto(address);
  await expect(page.getByLabel('Find on this sheet')).toBeVisible();
}
const ticketOn = (page: Page, name: string, id: number) =>
  page.getByRole('region', { name, exact: true }).locator(`[data-order="${id}"]`);
const focusedOrder = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest('[data-order]')?.getAttribute('data-order')));

/** Whole in the viewport, and nothing lies over its lower edge. */
const isInSight = (element: Element): boolean => {
  const { left, top, bottom } = element.getBoundingClientRect();
  const isWhole = top >= 0 && bottom <= innerHeight;
  return isWhole && element.contains(document.elementFromPoint(left + 4, bottom - 4));
};

/** How many tickets that are to tie one sees without scrolling, each of them whole. */
const countInSight = (page: Page) =>
  page.evaluate(() => {
    const tickets = [...document.querySelectorAll('#rail-to-tie [data-order]')];
    return tickets
      .map((each) => each.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length;
  });

/** What a hand would miss: a `Tied` that hangs out of its ticket, or has something over it. */
const findBadButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLButtonElement>('#rail-to-tie button[name=tie]')].flatMap((button) => {
      button.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
      const ticket = button.closest('[data-order]')?.getBoundingClientRect() ?? new DOMRect();
      const isInside = left >= ticket.left && right <= ticket.right && top >= ticket.top && bottom <= ticket.bottom;
      const points = [
        [left + 5, top + height / 2],
        [right - 5, top + height / 2],
        [left + width / 2, top + 5],
        [left + width / 2, bottom - 5],
      ] as const;
      const isFree = points.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
      return isInside && isFree && width >= 64 && height >= 64 ? [] : [`${button.value} at ${innerWidth} px`];
    }),
  );

test('Each Tied is whole in its ticket with nothing over it, whatever the width, and in sight on the work ticket', async ({
  page,
}) => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openSheet(page);
    await expect(page.locator('#rail-to-tie button[name=tie]')).toHaveCount(30);
    expect(await findBadButtons(page)).toEqual([]);
    for (const address of ['/desk', '/desk?form=list']) {
      await openSheet(page, address);
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overhang, `${address} at ${size.width} px`).toBeLessThanOrEqual(0);
    }
    // The day that is shown is in sight on the strip, however narrow that is.
    await page.goto(`/desk?day=${addDays(day, 5)}`);
    await expect(page.getByRole('navigation', { name: 'Day' }).locator('[aria-current]')).toBeInViewport({ ratio: 1 });
    await page.goto(`/desk/ticket/${orders[0]}`);
    await expect(page.getByRole('button', { name: 'Tied' })).toBeInViewport({ ratio: 1 });
    // On a tablet, either way round, every stem is in sight as well, with nothing over it.
    if (size.height < 820 || size.width < 820) continue;
    for (const stem of await page.getByRole('region', { name: 'Recipe' }).getByRole('listitem').all())
      expect(await stem.evaluate(isInSight)).toBe(true);
  }
});

test('At 1180 × 820 eight tickets of a morning are in sight, each with its number', async ({ page }) => {
  await openSheet(page, `/desk?day=${tomorrow}`);
  for (const id of tomorrows.slice(0, 8)) {
    const ticket = ticketOn(page, 'To tie', id);
    await expect(ticket).toBeInViewport({ ratio: 1 });
    await expect(ticket.getByText(String(id), { exact: true })).toBeVisible();
  }
  // All 30 have pictures, notes and flags as they come; a tablet shows a dozen of them whole.
  await expect(page.locator('#rail-to-tie [data-order]')).toHaveCount(30);
  expect(await countInSight(page)).toBeGreaterThanOrEqual(11);
  // Stages with nothing in them are a word and a 0.
  await expect(page.getByRole('region', { name: 'Delivered' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Stages' })).toContainText('Delivered0');
});

test('After T the next ticket has the focus, and Enter in the field to find ties nothing', async ({ page }) => {
  await openSheet(page, `/desk?day=${tomorrow}`);
  const [first = 0, second = 0, third = 0] = tomorrows;
  await page.keyboard.press('j');
  expect(await focusedOrder(page)).toBe(first);
  await page.keyboard.press('t');
  await expect(ticketOn(page, 'Tied', first)).toBeVisible();
  expect(await focusedOrder(page)).toBe(second);
  await page.keyboard.press('j');
  expect(await focusedOrder(page)).toBe(third);
  // With something tied there is a rail beside the list, upright there is none.
  for (const size of [BENCH, { width: 820, height: 1180 }]) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await countInSight(page), `whole tickets at ${size.width} px`).toBeGreaterThanOrEqual(8);
  }
  await page.setViewportSize(BENCH);
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(ticketOn(page, 'To tie', first)).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('e8');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Tied' })).toHaveCount(0);
});

test('A late run says so once, its tickets stay tickets, and its time can be moved and taken back', async ({
  page,
}) => {
  await openSheet(page);
  const late = page.getByRole('region', { name: 'Run 1 is late' });
  await expect(late).toContainText('Run 1 should have left at 00:00. 13 to tie.');
  await expect(page.getByRole('region', { name: 'Trouble' })).toHaveCount(0);
  await expect(ticketOn(page, 'To tie', orders[0] ?? 0).getByRole('button', { name: /^Tied/ })).toBeInViewport();
  const later = late.getByRole('button', { name: /^Leaves at/ });
  // In the last minutes of a day there is no later time to offer.
  if ((await later.count()) > 0) {
    await later.click();
    await expect(late).toHaveCount(0);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(late).toBeVisible();
  }
  await page.locator('.desk-when').first().click();
  const field = page.getByLabel('Run 1 leaves at').filter({ visible: true });
  await field.fill('23:59');
  await field.press('Enter');
  await expect(page.getByText('Run 1 leaves at 23:59.')).toBeVisible();
  await expect(late).toHaveCount(0);
});

test('A run that leaves can be taken back for a minute, after a reload too', async ({ page }) => {
  await openSheet(page);
  const [id = 0] = orders;
  await ticketOn(page, 'To tie', id).getByRole('button', { name: /^Tied/ }).click();
  await page.locator('summary', { hasText: 'Run 1 leaves' }).click();
  await page
    .getByRole('region', { name: 'Tied', exact: true })
    .getByRole('button', { name: 'Leave without 12' })
    .click();
  const leaving = page.getByRole('region', { name: 'Run 1 has left' });
  await expect(leaving).toContainText(/Its letters leave in \d+ s/);
  // A reload, or another desk, has the way back too.
  await openSheet(page);
  await leaving.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Run 1 is here again. Nobody was told.')).toBeVisible();
  await expect(ticketOn(page, 'Tied', id)).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'To tie', exact: true })
      .getByRole('region', { name: 'Run 1' })
      .locator('[data-order]'),
  ).toHaveCount(12);
});

test('On Deliveries a stop moves with one press, leads to its order, and a run with stops is removed', async ({
  page,
}) => {
  await page.goto('/desk/deliveries');
  await page.getByRole('button', { name: 'New run' }).click();
  const [, id = 0] = orders;
  await page.getByRole('button', { name: new RegExp(`^To run 2: .+, order ${id}$`) }).click();
  const second = page.getByRole('region', { name: 'Run 2' });
  await expect(second.getByText('1 stop')).toBeVisible();
  await second.getByLabel('Run 2 leaves at').fill('16:45');
  await second.getByRole('button', { name: 'Change the time of run 2' }).click();
  await expect(second.locator('b', { hasText: '16:45' })).toBeVisible();
  // Its stops would have to be put on a run again one by one, so it is asked for; the focus is where they are then.
  await second.locator('summary', { hasText: 'Remove run 2' }).click();
  await expect(second).toContainText('Its stop is on no run then.');
  const remove = second.getByRole('button', { name: 'Remove it and its stop' });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await second.locator('summary', { hasText: 'Remove run 2' }).click();
  await expect(remove).toBeInViewport({ ratio: 1 });
  const [button, tabs] = await Promise.all([
    remove.boundingBox(),
    page.getByRole('navigation', { name: 'Main, at the bottom' }).boundingBox(),
  ]);
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(tabs?.y ?? 0);
  await remove.click();
  await expect(second).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeFocused();
  await page.getByRole('region', { name: 'No run yet' }).locator(`a[href="/desk/orders/${id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/desk/orders/${id}$`));
});
