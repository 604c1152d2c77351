import type { BrowserContext, Page } from '@playwright/test';
import { addDays, formatDay } from '#contract/delivery.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { dayFromNow } from './after-sale.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';

test.describe.configure({ mode: 'serial' });
test.use({ alone: { because: 'It closes days.' } });

let desk: Desk;
test.beforeAll(({ desk: opened }) => {
  desk = opened;
});

const signIn = (context: BrowserContext) => desk.signIn(context, 'Olive Owner', ['owner']);

/** The line of changes is opened by the scripts: from then on a press keeps the page. */
async function openAwake(page: Page, address: string): Promise<void> {
  const line = page.waitForRequest('**/api/desk/live/');
  await page.goto(address);
  await line;
}

const saved = 'Saved. The shop shows it.';

test('The owner closes a fortnight at once, sees which days have orders, and opens it again', {
  tag: '@phone',
}, async ({ page, context, request, allowFailures }) => {
  allowFailures(/\/api\/desk\/calendar\/days\//);
  await signIn(context);
  const [from, booked, to] = [20, 22, 33].map(dayFromNow) as [string, string, string];
  await fillDay(desk.database, { day: booked, count: 3 });
  await openAwake(page, '/desk/calendar');
  await page.getByRole('link', { name: 'Close several days' }).click();
  await expect(page.getByRole('heading', { name: 'Close several days' })).toBeFocused();
  await page.getByLabel('From').fill(to);
  await page.getByLabel('To', { exact: true }).fill(from);
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await page.getByLabel('From').fill(from);
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(page.getByText('One of them has orders. Closing a day takes none of them away')).toBeVisible();
  await expect(page.getByRole('link', { name: formatDay(booked), exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close 14 days' }).click();
  await expect(page.getByText('Say why in one line')).toBeVisible();
  await page.getByLabel('Why not').fill('Our holiday');
  await page.getByRole('button', { name: 'Close 14 days' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'closing several days')).toEqual([]);
  const days = await (await request.get(`/api/delivery/days/?from=${from}&to=${to}`)).json();
  expect(days.filter(({ open }: { open: boolean }) => open)).toEqual([]);
  expect(days[2]).toMatchObject({ day: booked, words: 'Our holiday' });
  // They are closed: closing them is not what comes next.
  await expect(page.getByRole('button', { name: 'Close 14 days' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change the reason' })).toBeVisible();
  await page.getByRole('button', { name: /^Open \d+ days again$/ }).click();
  await expect(page.getByRole('button', { name: /^Open \d+ days again$/ })).toBeHidden();
  const [again] = await (await request.get(`/api/delivery/days/?from=${booked}&to=${booked}`)).json();
  expect(again).toMatchObject({ words: null });
  await page.goto('/desk/history');
  await expect(page.getByRole('cell', { name: 'Close days' })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Open days/ })).toContainText('Our holiday');
});

test('Sundays are closed by a switch, and opened by it', async ({ page, context, request }) => {
  await signIn(context);
  const first = dayFromNow(2);
  const sunday = addDays(first, (7 - new Date(first).getUTCDay()) % 7);
  const inShop = async () => (await (await request.get(`/api/delivery/days/?from=${sunday}&to=${sunday}`)).json())[0];
  await openAwake(page, '/desk/calendar/week');
  const deliver = page.getByRole('checkbox', { name: 'We deliver on Sundays' });
  await deliver.uncheck();
  await expect(page.getByRole('textbox', { name: 'Sunday holds' })).toBeHidden();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await inShop()).toMatchObject({ open: false, words: 'No deliveries on Sundays' });
  await deliver.check();
  await page.getByRole('textbox', { name: 'Sunday holds' }).fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await inShop()).toMatchObject({ open: true, left: 12 });
});
