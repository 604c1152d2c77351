import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { fillDay } from '#server/testing/fill-day.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { dayFromNow } from './after-sale.ts';
import { FIRST } from './buying.ts';
import { addDevice } from './desk-device.ts';
import { runAtDesk } from './desk-people.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';

test.describe.configure({ mode: 'serial' });

let desk: Desk;
test.beforeAll(({ desk: opened }) => {
  desk = opened;
});

const takePhoto = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A paid order that came yesterday with a photo at the door, and is complained of today. */
async function reportDamage(page: Page, request: APIRequestContext): Promise<number> {
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const order = buyer.orders[0]?.id ?? 0;
  await desk.query("update orders set delivery_date = $2, stage = 'delivered' where id = $1", [order, dayFromNow(-1)]);
  await desk.query(
    `insert into handovers (order_id, outcome, pressed_at, photo, photo_taken_at)
    values ($1, 'handed over', now() - interval '1 day', $2, now() - interval '1 day')`,
    [order, await takePhoto('#4a6')],
  );
  const sent = await request.post(`/api/user/orders/${order}/claim/`, {
    headers: { authorization: `Bearer ${buyer.tokens.access}` },
    multipart: {
      text: 'The front ones are brown at the edge.',
      photo: { name: 'brown.jpg', mimeType: 'image/jpeg', buffer: await takePhoto('#a55') },
    },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  return (await sent.json()).id;
}

const invite = (email: string): Promise<string> =>
  runAtDesk(desk, 'staff', 'invite', email, '--name', 'Wren', '--role', 'owner');

/** Until the scripts have taken over what the server sent: words that change before that are a fault of the page. */
const untilTakenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react')),
  );

const isDrawn = (page: Page, name: string) =>
  expect(page.getByRole('img', { name })).not.toHaveJSProperty('naturalWidth', 0);

test('A claim: both photos beside ours, a florist may not, an owner confirms with a passkey, once', async ({
  page,
  browser,
  request,
  allowFailures,
}) => {
  test.slow();
  // Asking for the passkey is a refusal first.
  allowFailures(/\/api\/desk\/claims\/\d+\/(refund|answer|replace)\//);
  const claim = await reportDamage(page, request);
  await addDevice(page);
  await page.goto(await invite('wren@shop.example'));
  await page.getByLabel('What shall we call you?').fill('Wren Adeyemi');
  await page.getByRole('button', { name: 'Create a passkey and join' }).click();
  await expect(page).toHaveURL('/desk');
  await desk.query("update staff_sessions set confirmed_at = now() - interval '6 minutes'");

  const refundOf = `select refunds.amount_pence, refunds.state from refunds join payments on payments.id = payment_id
      where order_id = (select order_id from claims where id = $1)`;
  const florist = await desk.openColleague(browser, 'Hana Okafor', ['florist']);
  await test.step('a florist is told what she may', async () => {
    await florist.goto(`/desk/claims/${claim}`);
    // A claim waits because the shop did not want to decide: nothing is chosen for whoever does.
    await expect(florist.getByRole('radio', { checked: true })).toHaveCount(0);
    await florist.getByRole('button', { name: 'Choose what to do' }).click();
    await expect(florist.getByRole('radio', { name: /^Send new flowers/ })).toBeFocused();
    await florist.getByRole('radio', { name: /^Refund/ }).check();
    await florist.getByLabel('How much, in pounds').fill('20.01');
    await florist.getByRole('textbox', { name: 'Your words' }).fill('With our apologies');
    await florist.getByRole('button', { name: 'Refund £20.01' }).click();
    await expect(florist.getByRole('alert')).toContainText('You may give back up to £20.00 of an order.');
    await expect(florist.getByLabel('How much, in pounds')).toHaveValue('20.01');
  });

  await test.step('an owner sees all photos, and confirms', async () => {
    await page.goto('/desk/claims');
    await expect(page.getByRole('link', { name: 'Claims 1 waiting' }).filter({ visible: true })).toBeVisible();
    expect(await findFaultsAtAllWidths(page, 'Claims')).toEqual([]);
    await page.getByRole('link', { name: 'Look at it' }).click();
    for (const photo of ['Sent by the buyer', 'Taken by the driver at the door']) await isDrawn(page, photo);
    expect(await findFaultsAtAllWidths(page, 'A claim')).toEqual([]);
    await page.getByRole('radio', { name: /^Refund/ }).check();
    await page.getByLabel('How much, in pounds').fill('25');
    await page.getByRole('textbox', { name: 'Your words' }).fill('With our apologies');
    await page.getByRole('button', { name: 'Refund £25.00' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await expect(dialog).toBeVisible();
    expect(await desk.query(refundOf, [claim])).toEqual([]);
    expect(await findFaultsAtAllWidths(page, 'Confirming')).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Refunded £25.00');
    await expect(page.getByText(/by Wren Adeyemi\. £25\.00 of order \d+ has gone back/)).toBeVisible();
    expect(await desk.query(refundOf, [claim])).toEqual([{ amount_pence: 2500, state: 'done' }]);
    expect(await findFaultsAtAllWidths(page, 'A claim that is answered')).toEqual([]);
  });

  await test.step('and the florist’s page has heard of it', async () => {
    await expect(florist.getByRole('heading', { level: 2 })).toHaveText('Refunded £25.00');
    await expect(florist.getByRole('button', { name: /^(Refund|Send)/ })).toHaveCount(0);
    await florist.context().close();
  });
});

const NOTES = [
  'With love from all of us at number nine. '.repeat(8).slice(0, 300),
  'كل عام وأنتم بخير، مع أطيب التمنيات من جميع أفراد العائلة',
  '生日快樂,萬事如意。我們都想念你。',
  'Happy birthday 🌷🎂 from the 👩‍👩‍👧‍👦',
  'W'.repeat(40),
];

test('What is printed stays on its paper, whatever the note', { tag: ['@core', '@story'] }, async ({ page }) => {
  test.slow();
  const day = dayFromNow(23);
  const ids = await fillDay(desk.database, { day, count: NOTES.length });
  for (const [index, id] of ids.entries())
    await desk.query('update orders set text = $2 where id = $1', [id, NOTES[index]]);
  await desk.signIn(page.context(), 'Ada Finch', ['owner', 'florist']);

  for (const [what, sheets] of [
    ['cards', 2],
    ['tickets', 2],
    ['slips', 5],
    ['stems', 1],
  ] as const) {
    await page.goto(`/desk/print/${what}?day=${day}&from=${day}&to=${day}`);
    await expect(page.locator('.a4')).toHaveCount(sheets);
    await untilTakenOver(page);
    expect(await findFaultsAtAllWidths(page, `Printing ${what}`)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(findOffPaper), what).toEqual([]);
    await page.emulateMedia({ media: null });
  }

  await test.step('a reprint says so, and a machine without a font is told of', async () => {
    // A sign that no font has.
    await desk.query('update orders set text = $2 where id = $1', [ids[0], 'Love \u{10FFFC}']);
    await page.goto(`/desk/print/cards?ids=${ids[0]}`);
    await expect(page.getByRole('alert')).toContainText(`Order ${ids[0]} has signs that this machine has no font for`);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect.poll(() => desk.query('select 1 from prints where order_id = $1', [ids[0]])).toHaveLength(1);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(page.getByText(`Reprint of ${ids[0]}`)).toBeVisible();
  });
});

/** What is beyond the edges of its card, ticket or sheet. */
function findOffPaper(): string[] {
  return [...document.querySelectorAll('.a4, .card .note, .ticket')].flatMap((paper) => {
    const edge = paper.getBoundingClientRect();
    const off = [...paper.querySelectorAll('*:not(.crop, .again)')].filter((part) => {
      const { left, right, top, bottom, width } = part.getBoundingClientRect();
      return (
        width > 1 && (left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1)
      );
    });
    return off.map((part) => `${paper.className}: ${part.tagName} ${part.textContent?.slice(0, 40)}`);
  });
}

test('A tick in the list for the market is seen by everybody at the bench', async ({ page, browser }) => {
  test.slow();
  const day = dayFromNow(24);
  await fillDay(desk.database, { day, count: 6 });
  await desk.signIn(page.context(), 'Nia Hart', ['florist']);
  const other = await desk.openColleague(browser, 'Tom Bexley', ['florist']);
  for (const each of [page, other]) await each.goto(`/desk/stems?from=${day}&to=${day}`);
  const tick = (each: Page) => each.getByRole('button', { name: /bought$/ }).first();
  await tick(page).click();
  await expect(tick(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(tick(other)).toHaveAttribute('aria-pressed', 'true');
  await other.context().close();
  expect(await findFaultsAtAllWidths(page, 'Stems')).toEqual([]);

  await page.goto('/desk/more');
  await untilTakenOver(page);
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect((await page.request.get(link ?? '')).status(), link ?? '').toBe(200);
  expect(await findFaultsAtAllWidths(page, 'More')).toEqual([]);
});

test('A review is answered, and another is hidden for a reason', async ({ page }) => {
  await desk.query(
    `insert into reviews (product_id, user_id, rating, text, written_at)
    select (select min(id) from products), id, 4, 'Words of ' || username, now() from users where username in ('day1', 'day2')`,
  );
  await desk.signIn(page.context(), 'Ivo Marsh', ['florist']);
  await page.goto('/desk/reviews');
  await untilTakenOver(page);
  const review = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await review('Words of day1').getByText('Answer', { exact: true }).click();
  await review('Words of day1').getByLabel('Your answer, public, under the review').fill('Thank you.');
  await review('Words of day2').getByText('Hide…').click();
  await review('Words of day2').getByText('Advertising').click();
  expect(await findFaultsAtAllWidths(page, 'Reviews')).toEqual([]);
  await review('Words of day1').getByRole('button', { name: 'Publish answer' }).click();
  await expect(review('Words of day1')).toHaveCount(0);
  // What was chosen there is still chosen.
  await review('Words of day2').getByRole('button', { name: 'Hide it' }).click();
  await expect(review('Words of day2')).toHaveCount(0);
  await page.goto('/desk/reviews?show=hidden');
  await expect(review('Words of day2')).toContainText('by Ivo Marsh: Advertising');
});
