import type { Page } from '@playwright/test';
import { londonDay } from '#contract/delivery.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { findFaults } from './accessibility.ts';
import { type Desk, makeRun, test } from './desk-test.ts';
import { expect } from './fixtures.ts';

test.describe.configure({ mode: 'serial' });

let desk: Desk;
const day = londonDay(new Date());
const WORDS = 'A time is written as 11:20.';

test.beforeAll(async ({ desk: opened }) => {
  desk = opened;
  await desk.beginDay();
  const orders = await fillDay(desk.database, { day, count: 8 });
  const api = await desk.openApi();
  await makeRun(api, { day, number: 1, leaves_at: '23:58' }, orders);
  await api.dispose();
});

test.beforeEach(({ context }) => desk.signIn(context, 'Wren Adeyemi', ['owner', 'florist']));

const fieldOf = (page: Page) => page.getByLabel('Run 1 leaves at').filter({ visible: true });

test('A mistyped time of a run is refused under its field on the day sheet, whose menu stays open', async ({
  page,
}) => {
  await page.goto('/desk');
  await expect(page.getByLabel('Find on this sheet')).toBeVisible();
  await page.locator('.desk-when').first().click();
  for (const typed of ['25:00', '2500', '']) {
    await fieldOf(page).fill(typed);
    await expect(page.getByText(WORDS)).toHaveCount(0);
    await fieldOf(page).press('Enter');
    await expect(page.getByText(WORDS)).toBeVisible();
    await expect(fieldOf(page)).toBeFocused();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(WORDS)).toBeInViewport({ ratio: 1 });
  await expect(fieldOf(page)).toBeInViewport({ ratio: 1 });
  await fieldOf(page).fill('24.15');
  await page.getByRole('button', { name: /^Run 1 leaves at/ }).click();
  await expect(page.getByText(WORDS)).toBeVisible();
  await expect(fieldOf(page)).toBeFocused();
  await fieldOf(page).fill('9.30');
  await fieldOf(page).press('Enter');
  await expect(page.getByText('Run 1 leaves at 09:30.')).toBeVisible();
  await expect(page.getByText(WORDS)).toHaveCount(0);
  await expect(page.locator('.desk-when').first()).toHaveText('leaves 09:30');
});

test('Among the deliveries it is refused in the same words, and taken as it is typed in a hurry', async ({ page }) => {
  await page.goto('/desk/deliveries');
  const first = page.getByRole('region', { name: 'Run 1' });
  const change = first.getByRole('button', { name: 'Change the time of run 1' });
  await fieldOf(page).fill('2500');
  await change.click();
  await expect(first.getByText(WORDS)).toBeVisible();
  await expect(fieldOf(page)).toBeFocused();
  expect(await findFaults(page, 'A time that is none, among the deliveries')).toEqual([]);
  await fieldOf(page).fill('1130');
  await change.click();
  await expect(first.locator('header b', { hasText: '11:30' })).toBeVisible();
  await expect(fieldOf(page)).toHaveValue('11:30');
  await fieldOf(page).fill('9:45');
  await fieldOf(page).press('Enter');
  await expect(first.locator('header b', { hasText: '09:45' })).toBeVisible();
});

test('A time typed in a hurry is taken on the day sheet', async ({ page }) => {
  await page.goto('/desk');
  await page.locator('.desk-when').first().click();
  await fieldOf(page).fill('1845');
  await page.getByRole('button', { name: /^Run 1 leaves at/ }).click();
  await expect(page.locator('.desk-when').first()).toHaveText('leaves 18:45');
});
