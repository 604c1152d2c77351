import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { addDays, londonDay } from '#contract/delivery.ts';
import type { OrderDelivery } from '#contract/order-delivery.ts';
import type { Deliveries } from '#contract/runs.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import { openOutbox } from '#server/testing/servers/open-outbox.ts';
import { findFaults, findFaultsAtAllWidths } from './accessibility.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';
import { type Person, registerPerson, signIn as signInBuyer } from './people.ts';

// One run from its planning to the recipient's page. The widths are the journey's own, so that one project is enough.
test.describe.configure({ mode: 'serial' });

const PHONE = { viewport: { width: 390, height: 844 } };
const TODAY = londonDay(new Date());

let desk: Desk;
let driver: string;
let buyer: Person & { tokens: Awaited<ReturnType<typeof registerPerson>>['tokens'] };
/** The stops of the run as they were planned. */
let planned: number[];
let pressedAt: number;

test.beforeAll(async ({ desk: opened, playwright }) => {
  desk = opened;
  await desk.beginDay();
  const request = await playwright.request.newContext({ baseURL: desk.address });
  buyer = await registerPerson(request);
  await request.dispose();
  // Twice through all districts, so that four are in E8 whatever their numbers are.
  await fillDay(desk.database, { day: TODAY, count: 16, buyer: buyer.tokens.user.id });
  driver = (await signInStaff(desk.database, 'Robin Daly', ['driver'])).cookie;
});

const signIn = (context: BrowserContext, cookie: string) =>
  context.addCookies([{ name: DESK_COOKIE, value: cookie, url: desk.address, httpOnly: true, sameSite: 'Strict' }]);
const signInFlorist = (context: BrowserContext) => desk.signIn(context, 'Hana Okafor', ['florist']);

async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext(PHONE);
  await signIn(context, driver);
  return context.newPage();
}

const readDay = async (page: Page): Promise<Deliveries> => (await page.request.get('/api/desk/deliveries/')).json();
const runOne = (page: Page) => page.getByRole('region', { name: 'Run 1' });
const namesOf = (page: Page) => runOne(page).locator('li .dl-who').allTextContents();

test('A florist plans a run by keyboard, and it leaves', { tag: ['@core', '@story'] }, async ({ page, context }) => {
  await signInFlorist(context);
  await page.goto('/desk/deliveries');
  const newRun = page.getByRole('button', { name: 'New run' });
  await newRun.press('Enter');
  await expect(runOne(page)).toBeVisible();
  // A tile opens by Enter, and its menu puts the district on the run.
  const tile = page.locator('.dl-tiles summary').filter({ has: page.getByText('E8', { exact: true }) });
  await tile.press('Enter');
  await page.getByRole('button', { name: 'Run 1', exact: true }).press('Enter');
  await expect(tile).toContainText('on run 1');
  await expect(tile).toBeFocused();
  await expect(page.getByRole('button', { name: 'Run 1 leaves now' })).toBeDisabled();
  await page.getByLabel('Driver of run 1').selectOption({ label: 'Robin Daly' });
  await expect(runOne(page).getByText('nothing tied yet')).toBeVisible();

  const elsewhere = await context.newPage();
  await elsewhere.goto('/desk/deliveries');
  await expect(runOne(elsewhere)).toBeVisible();
  const [first, second, third, ...others] = await namesOf(page);
  const handle = runOne(page)
    .getByRole('button', { name: /^Move / })
    .first();
  await handle.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await namesOf(page)).toEqual([second, third, first, ...others]);
  // Meanwhile somebody ties: that is shown, and the order that is being made stays.
  const orders = (await readDay(page)).runs[0]?.stops.map(({ order }) => order) ?? [];
  const tied = await page.request.post('/api/desk/orders/tie/', {
    data: { orders },
    headers: { origin: desk.address },
  });
  expect(tied.status()).toBe(200);
  await expect(runOne(page).getByText('Tied', { exact: true })).toHaveCount(orders.length);
  expect(await namesOf(page)).toEqual([second, third, first, ...others]);
  await page.keyboard.press('Space');
  await expect.poll(() => namesOf(elsewhere)).toEqual([second, third, first, ...others]);
  await elsewhere.close();
  expect(await findFaultsAtAllWidths(page, 'deliveries')).toEqual([]);

  planned = (await readDay(page)).runs[0]?.stops.map(({ order }) => order) ?? [];
  await page.getByRole('button', { name: 'Run 1 leaves now' }).press('Enter');
  await expect(runOne(page).getByText(`0 of ${planned.length} visited`)).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'a run that has left')).toEqual([]);
});

const takePhoto = async () => ({
  name: 'door.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#7a5' } })
    .jpeg()
    .toBuffer(),
});

/** The pages of the run are on the phone. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await caches.open(name)).keys().then((keys) => keys.map((k) => k.url)),
      ),
    );
    return found.flat().map((url) => new URL(url).pathname);
  });

const pressEnd = (page: Page, name: string) => page.locator('.dv-acts summary', { hasText: name }).click();

test('A driver without network presses and photographs; all is sent once, in order, with its time', {
  tag: ['@core', '@story'],
}, async ({ browser }) => {
  test.setTimeout(90_000);
  const phone = await openPhone(browser);
  await phone.goto('/desk/driver');
  await expect(phone.getByRole('link', { name: /^Stop 1, / })).toBeVisible();
  await expect.poll(() => keptPages(phone)).toContain(`/desk/driver/${planned.at(-1)}`);
  expect(await findFaults(phone, 'the run')).toEqual([]);
  expect((await keptPages(phone)).filter((path) => !/^\/(desk\/driver|assets|pictures)(\/|$)/.test(path))).toEqual([]);

  const other = await openPhone(browser);
  await other.goto(`/desk/driver/${planned[0]}`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await desk.kill();
  await phone.getByRole('link', { name: /^Stop 1, / }).click();
  await expect(phone.getByText(`Stop 1 of ${planned.length}`)).toBeVisible();
  expect(await findFaults(phone, 'a stop')).toEqual([]);
  await pressEnd(phone, 'Delivered');
  await phone
    .locator('details[open]')
    .getByLabel('Take a photo')
    .setInputFiles(await takePhoto());
  await expect(phone.getByAltText('The flowers, as photographed now')).toBeVisible();
  await phone.getByLabel('Who took it').fill('Nell at the door');
  expect(await findFaults(phone, 'the photo')).toEqual([]);
  pressedAt = Date.now();
  await phone.getByRole('button', { name: 'Done, next stop' }).click();

  await expect(phone.getByText(`Stop 2 of ${planned.length}`)).toBeVisible();
  await expect(phone.getByText('Take back')).toBeVisible();
  await pressEnd(phone, 'Neighbour');
  await phone.locator('.dv-nums label').first().click();
  await phone.getByRole('button', { name: 'With a neighbour' }).click();
  await expect(phone.getByText(`Stop 3 of ${planned.length}`)).toBeVisible();
  // A reload finds the page and what is kept on the phone.
  await phone.goto('/desk/driver');
  await phone.reload();
  await expect(phone.getByText('2 kept on this phone')).toBeVisible();
  await expect(phone.getByText('No signal')).toBeVisible();
  expect(await findFaults(phone, 'without network')).toEqual([]);

  // The second phone pressed later, and is heard first.
  await pressEnd(other, 'Nobody in');
  expect(await findFaults(other, 'nobody in')).toEqual([]);
  await desk.reopen();
  await other.getByRole('button', { name: 'Back to the shop, again today' }).click();
  await expect(phone.getByText(/\d kept on this phone/)).toBeHidden({ timeout: 45_000 });
  await other.goto('/desk/driver');
  await expect(other.getByText(/\d kept on this phone/)).toBeHidden({ timeout: 45_000 });

  const sent = await desk.query<{
    order_id: number;
    outcome: string;
    pressed_at: Date;
    taken_by: string;
    photo: boolean;
  }>(
    'select order_id, outcome, pressed_at, taken_by, photo is not null as photo from handovers where order_id = any($1) order by pressed_at',
    [planned],
  );
  expect(sent).toMatchObject([
    { order_id: planned[0], outcome: 'handed over', taken_by: 'Nell at the door', photo: true },
    { order_id: planned[1], outcome: 'neighbour', photo: false },
  ]);
  expect(Math.abs((sent[0]?.pressed_at.getTime() ?? 0) - pressedAt)).toBeLessThan(5_000);
  const deliveries = await desk.query<{ order_id: number }>(
    "select order_id from order_events where what = 'stage' and after = 'delivered' and order_id = any($1) order by id",
    [planned],
  );
  expect(deliveries.map(({ order_id }) => order_id)).toEqual(planned.slice(0, 2));

  // Nothing but the driver's pages is in the worker's hands.
  for (const path of ['/', '/desk/sign-in']) {
    await phone.goto(path);
    expect(await phone.evaluate(() => navigator.serviceWorker.controller), path).toBeNull();
  }
  await Promise.all([phone.context().close(), other.context().close()]);
});

test('Signing out, and midnight, take the pages of a run off the phone', async ({ browser }) => {
  test.setTimeout(90_000);
  const phone = await openPhone(browser);
  // A session of its own: the one that the other phones have goes on.
  const { cookie } = await signInStaff(desk.database, 'Wren Adeyemi', ['driver']);
  await phone.goto('/desk/driver');
  await expect.poll(() => keptPages(phone)).toContain(`/desk/driver/${planned.at(-1)}`);

  await test.step('at midnight, though there is no network', async () => {
    const name = (await phone.locator('.dv-list li b').first().textContent()) ?? '';
    await expect(phone.getByText(name).first()).toBeVisible();
    await phone.clock.install();
    await phone.reload();
    await expect(phone.getByText(name).first()).toBeVisible();
    await phone.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => keptPages(phone)).toContain(`/desk/driver/${planned.at(-1)}`);
    await desk.kill();
    await phone.clock.fastForward('24:00:00');
    // The page looks at the clock once a minute, from when its scripts run.
    await expect(async () => {
      await phone.clock.fastForward('01:01');
      await expect(phone.getByRole('heading', { name: 'No signal' })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 45_000 });
    expect(await keptPages(phone)).toEqual([]);
    await desk.reopen();
  });

  await test.step('whoever signs out leaves no address behind', async () => {
    await phone.context().close();
    const other = await openPhone(browser);
    await other.goto('/desk/driver');
    await expect.poll(() => keptPages(other)).toContain(`/desk/driver/${planned.at(-1)}`);
    await signIn(other.context(), cookie);
    await other.goto('/desk/sign-out');
    expect(await keptPages(other)).not.toEqual([]);
    await other.getByRole('main').getByRole('button', { name: 'Sign out on this device' }).click();
    await expect(other.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
    await expect.poll(() => keptPages(other)).toEqual([]);
    await other.context().close();
  });
});

test('The buyer sees the photo, on the page and in the letter; the recipient sees neither it nor the price', {
  tag: '@story',
}, async ({ page, browser, allowFailures }) => {
  // Nothing was claimed.
  allowFailures(/\/claim\/$/);
  await signInBuyer(page, buyer);
  await page.goto(`/history/${planned[0]}`);
  await expect(page.getByRole('heading', { name: /^Delivered at \d\d:\d\d\.$/ })).toBeVisible();
  const photo = page.getByAltText('The flowers where the driver left them');
  await expect(photo).toHaveJSProperty('naturalWidth', 800);
  expect(await findFaultsAtAllWidths(page, 'the order')).toEqual([]);

  const answer = await page.request.get(`/api/user/orders/${planned[0]}/delivery/`, {
    headers: { authorization: `Bearer ${buyer.tokens.access}` },
  });
  const { track_link }: OrderDelivery = await answer.json();
  // The recipient has never been here: the buyer would be asked to confirm an address, with the address.
  await page.evaluate(() => localStorage.clear());
  await page.goto(track_link ?? '');
  await expect(page.getByRole('heading', { level: 1, name: /^Delivered at/ })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Nell at the door')).toBeVisible();
  expect(await main.textContent()).not.toMatch(/£|@|kettle|Ada/);
  await expect(main.locator('img')).toHaveCount(0);
  expect(await findFaultsAtAllWidths(page, 'the recipient’s page')).toEqual([]);

  const outbox = await openOutbox(desk.dataDir, desk.address);
  const reader = await browser.newPage();
  const letter = reader.getByRole('link', { name: `Your order ${planned[0]} has arrived` });
  await expect(async () => {
    await reader.goto(outbox.link);
    await expect(letter).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 45_000 });
  await letter.click();
  const picture = reader
    .getByTitle('The letter')
    .contentFrame()
    .getByAltText(/photographed by the driver/);
  await expect(picture).toHaveJSProperty('naturalWidth', 800);
  await reader.close();
  await outbox.close();
});

test('What is pressed while the shop still answers is done after it', async ({ page, context }) => {
  await signInFlorist(context);
  const day = addDays(TODAY, 1);
  await page.goto(`/desk/deliveries?day=${day}`);
  await page.getByRole('button', { name: 'New run' }).click();
  await expect(runOne(page)).toBeVisible();
  await page.route('**/desk/deliveries.data*', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel('Run 1 leaves at').fill('09:15');
  const change = page.getByRole('button', { name: 'Change the time of run 1' });
  await change.click();
  await page.getByLabel('Driver of run 1').selectOption({ label: 'Robin Daly' });
  await expect(runOne(page).getByRole('button', { name: 'Run 1 leaves now' })).toBeDisabled();
  await expect
    .poll(async () => (await (await page.request.get(`/api/desk/deliveries/?day=${day}`)).json()).runs)
    .toMatchObject([{ leaves_at: '09:15', driver: { name: 'Robin Daly' } }]);
  await expect(runOne(page).locator('header')).toContainText('09:15');
});
