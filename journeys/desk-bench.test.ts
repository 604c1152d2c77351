import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { londonDay } from '#contract/delivery.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { findFaults, findMisfits } from './accessibility.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';

test.describe.configure({ mode: 'serial' });

/** A phone, a laptop; the tablet at the bench. */
const OTHERS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const BENCH = { width: 1180, height: 820 };

let desk: Desk;
/** Orders of one bouquet whose buyers leave it to the shop. */
let orders: number[];
/** The buyer wants to be asked first. */
let asks: number;

test.beforeAll(async ({ desk: opened }) => {
  desk = opened;
  await desk.beginDay();
  const filled = await fillDay(desk.database, { day: londonDay(new Date()), count: 16 });
  orders = filled.filter((id) => id % 5 !== 0 && id % 11 !== 0);
  asks = filled.find((id) => id % 5 === 0 && id % 11 !== 0) ?? 0;
});

test.beforeEach(async ({ context, page }) => {
  await desk.signIn(context, 'Wren Adeyemi', ['owner', 'florist']);
  await page.setViewportSize(BENCH);
});

const rail = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ticketOn = (page: Page, name: string, id: number) => rail(page, name).locator(`[data-order="${id}"]`);
/** The field to find a ticket comes with the scripts. */
const awake = (page: Page) => expect(page.getByLabel('Find on this sheet')).toBeVisible();

async function openSheet(page: Page): Promise<void> {
  await page.goto('/desk');
  await awake(page);
}

/** Somebody else with another device. */
async function openSecond(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: BENCH });
  await desk.signIn(context, 'Hana Okafor', ['florist']);
  const page = await context.newPage();
  await openSheet(page);
  return page;
}

async function findFaultsAtBench(page: Page, what: string): Promise<string[]> {
  const faults: string[] = [];
  for (const size of OTHERS) {
    await page.setViewportSize(size);
    faults.push(...(await findMisfits(page, what)));
  }
  await page.setViewportSize(BENCH);
  return [...faults, ...(await findFaults(page, what))];
}

test('Without scripts the sheet and its tickets can be read, and signing out works', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: BENCH });
  await desk.signIn(context, 'Nia Hart', ['florist']);
  const page = await context.newPage();
  await page.goto('/desk');
  const [id = 0] = orders;
  await ticketOn(page, 'To tie', id).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/desk/ticket/${id}`));
  await expect(page.getByRole('button', { name: 'Tied' })).toBeVisible();
  await page.goto('/desk/devices');
  await page.getByLabel('You, Nia Hart').click();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await page.goto('/desk');
  await expect(page).toHaveURL(/\/desk\/sign-in$/);
  await context.close();
});

test('What one ties the other sees, a new order comes in by itself, and axe finds nothing', {
  tag: ['@core', '@story'],
}, async ({ page, browser }) => {
  await openSheet(page);
  const second = await openSecond(browser);
  const [, id = 0] = orders;
  await ticketOn(page, 'To tie', id)
    .getByRole('button', { name: `Tied, order ${id}` })
    .click();
  await expect(ticketOn(page, 'Tied', id)).toBeVisible();
  await expect(ticketOn(second, 'Tied', id)).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(ticketOn(second, 'To tie', id)).toBeVisible();

  const [came = 0] = await fillDay(desk.database, { day: londonDay(new Date()), count: 1 });
  await expect(ticketOn(second, 'To tie', came)).toBeVisible();
  await expect(ticketOn(page, 'To tie', came)).toContainText('New, ');
  await second.context().close();
  expect(await findFaultsAtBench(page, 'Today')).toEqual([]);
});

test('A page that takes its time shows that it was asked for', async ({ page }) => {
  await openSheet(page);
  const line = page.locator('.desk-loading');
  await expect(line).toBeHidden();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/ticket.*\.data/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('link', { name: /./ }).and(page.locator('.desk-ticket-name')).first().click();
  await expect(line).toBeVisible();
  answer();
  await page.waitForURL(/\/desk\/ticket\//);
  await expect(line).toBeHidden();
});

test('By keyboard alone: a ticket is found, tied, taken back, chosen with its run, and printed', async ({ page }) => {
  await openSheet(page);
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-order]')?.getAttribute('data-order'));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const id = Number(await focused());
  expect(id).toBeGreaterThan(0);
  await page.keyboard.press('t');
  await expect(ticketOn(page, 'Tied', id)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(ticketOn(page, 'To tie', id)).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('a');
  const bar = page.getByRole('toolbar');
  await expect(bar).toContainText(/\d+ chosen/);
  expect(await findFaultsAtBench(page, 'Choosing')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByLabel('Find on this sheet')).toBeFocused();
  await page.keyboard.press('Tab');

  await page.keyboard.press('p');
  await expect(page.getByRole('link', { name: 'Gift cards' }).first()).toBeFocused();
  expect(await findFaultsAtBench(page, 'The papers of a day')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/desk\/print\/cards\?day=/);
});

test('A key acts as soon as the words that it belongs to are there', async ({ page }) => {
  await openSheet(page);
  const [, , id = 0] = orders;
  // Before the browser paints or does anything else, as on a machine that is busy.
  await page.evaluate(() => {
    const isOffered = () => [...document.querySelectorAll('button')].some((each) => each.textContent === 'Take back');
    new MutationObserver((_, observer) => {
      if (!isOffered()) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  const takenBack = page.waitForResponse(/\/take-back\/$/);
  await ticketOn(page, 'To tie', id)
    .getByRole('button', { name: `Tied, order ${id}` })
    .click();
  expect(await (await takenBack).json()).toMatchObject({ orders: [{ order: id, done: true }] });
  await expect(ticketOn(page, 'To tie', id)).toBeVisible();
});

test('A van leaves without what is not tied, once that was asked', async ({ page, context }) => {
  const day = londonDay(new Date());
  const api = context.request;
  const headers = { origin: desk.address };
  const { drivers } = await (await api.get('/api/desk/deliveries/')).json();
  const run = await (
    await api.post('/api/desk/runs/', { headers, data: { day, number: 1, leaves_at: '11:00' } })
  ).json();
  await openSheet(page);
  const [a = 0, b = 0] = orders.slice(2, 4);
  await page.getByRole('button', { name: 'Choose' }).click();
  for (const id of [a, b]) await page.getByLabel(`Choose order ${id}`, { exact: true }).check();
  await page.getByText('Other run').click();
  await page.getByRole('button', { name: 'Run 1, leaves 11:00' }).filter({ visible: true }).click();
  const group = rail(page, 'To tie').getByRole('region', { name: 'Run 1' });
  await expect(group.locator('[data-order]')).toHaveCount(2);

  await ticketOn(page, 'To tie', a)
    .getByRole('button', { name: `Tied, order ${a}` })
    .click();
  await expect(page.getByText('It has no driver yet.')).toBeVisible();
  await api.patch(`/api/desk/runs/${run.id}/`, { headers, data: { driver: drivers[0].id } });
  await page.locator('summary', { hasText: 'Run 1 leaves' }).click();
  await expect(page.getByText('1 of 2 is not tied yet.')).toBeVisible();
  // Late in the day the run is late, too, and says the same above the sheet.
  await rail(page, 'Tied').getByRole('button', { name: 'Leave without 1' }).click();
  await expect(rail(page, 'Out').getByRole('listitem')).toHaveCount(1);
  await expect(ticketOn(page, 'To tie', b)).toBeVisible();
});

/** The link in the letter that asks the buyer. */
async function findQuestion(): Promise<string> {
  const folder = join(desk.dataDir, 'outbox');
  let link: string | undefined;
  await expect(() => {
    const letters = readdirSync(folder).map((name) =>
      readFileSync(join(folder, name), 'utf8').replaceAll(/=\r?\n/g, ''),
    );
    link = letters.flatMap((text) => /\/swap\/[\w-]+/.exec(text) ?? [])[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 45_000 });
  return link ?? '';
}

test('A flower is missing: the buyer is asked, agrees, and the ticket can be tied', async ({ page, browser }) => {
  await page.goto(`/desk/ticket/${asks}`);
  expect(await findFaultsAtBench(page, 'A ticket')).toEqual([]);
  await page.getByRole('link', { name: 'Something is missing' }).click();
  await page.getByRole('navigation', { name: 'Flower' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'One more' }).click();
  const instead = page.getByRole('group', { name: 'Use instead' });
  await expect(instead.getByRole('radio').first()).toBeVisible();
  await expect(instead.getByRole('radio', { checked: true })).toHaveCount(0);
  await instead.getByRole('radio').first().check();
  expect(await findFaultsAtBench(page, 'A missing flower')).toEqual([]);
  await page.getByRole('button', { name: 'Ask the buyer' }).click();
  await expect(page.getByText('The buyer was asked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tied' })).toHaveCount(0);

  const context = await browser.newContext();
  const buyer = await context.newPage();
  await buyer.goto(await findQuestion());
  await buyer.getByRole('button', { name: 'That is fine' }).click();
  await expect(buyer.getByText('Thank you. We tie it so.')).toBeVisible();
  await context.close();

  // The page of the ticket hears of it by itself.
  await expect(page.getByText('The buyer agrees')).toBeVisible();
  await page.getByRole('button', { name: 'Tied' }).click();
  await expect(ticketOn(page, 'Tied', asks)).toBeVisible();
});

test('The shop is killed: the sheet stays, what is tied is kept, and all is mended when it is back', {
  tag: ['@core', '@story'],
}, async ({ page, allowFailures }) => {
  test.setTimeout(120_000);
  allowFailures(/./);
  await openSheet(page);
  const [id = 0, other = 0] = orders.slice(5, 7);
  await desk.kill();
  await expect(page.getByText('No connection to the shop.')).toBeVisible();
  for (const each of [id, other])
    await ticketOn(page, 'To tie', each)
      .getByRole('button', { name: `Tied, order ${each}` })
      .click();
  await expect(ticketOn(page, 'Tied', id)).toContainText('Kept on this device');
  await expect(page.getByText('2 presses are kept on this device')).toBeVisible();
  // Taken back before it was sent.
  await page.keyboard.press('z');
  await expect(ticketOn(page, 'To tie', other)).toBeVisible();
  await page.getByRole('link', { name: 'Deliveries' }).first().click();
  await expect(ticketOn(page, 'Tied', id)).toBeVisible();
  expect(await findFaultsAtBench(page, 'Without a connection')).toEqual([]);

  await desk.reopen();
  await expect(page.getByText('No connection to the shop.')).toBeHidden({ timeout: 45_000 });
  await expect(ticketOn(page, 'Tied', id)).not.toContainText('Kept on this device');
  await page.reload();
  await awake(page);
  await expect(ticketOn(page, 'Tied', id)).toBeVisible();
  await expect(ticketOn(page, 'To tie', other)).toBeVisible();
});

test('Without a connection a link leaves the sheet where it is, and leads on when there is one', async ({
  page,
  context,
  allowFailures,
}) => {
  allowFailures(/./);
  await openSheet(page);
  await context.setOffline(true);
  const stems = page.getByRole('link', { name: 'Stems', exact: true });
  await stems.click();
  // The sheet says it of itself, or the press found it out first.
  const words = page.getByText(/^(No connection to the shop|That page could not be fetched)\./);
  await expect(words.first()).toBeVisible();
  await stems.click();
  await expect(page).toHaveURL('/desk');
  await expect(rail(page, 'To tie')).toBeVisible();
  await context.setOffline(false);
  await expect(async () => {
    await stems.click();
    await expect(page).toHaveURL(/\/desk\/stems/, { timeout: 2_000 });
  }).toPass();
});
