import { writeFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { formatDay, nextDelivery } from '#contract/delivery.ts';
import { readHeic } from '#server/testing/photos/hostile-photos.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { dayFromNow, letTheMinutePass, runDeskCommand, setDeliveryDay, setFlat } from './after-sale.ts';
import { call, FIRST, SECOND, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';
import { button, expireToken, field } from './people.ts';

/** The report, which is a 404 as long as there is none. */
const CLAIM = /\/api\/user\/orders\/\d+\/claim\/$/;
const QUESTION = 'What is wrong with them?';

const report = (page: Page) => page.getByRole('region', { name: 'Report damaged flowers' });
const reported = (page: Page) => page.getByRole('region', { name: 'You reported damaged flowers' });
const choose = (page: Page) => report(page).getByLabel(/^Choose (a|another) photo$/);

const takePhoto = async (width = 800, height = 600) => ({
  name: 'wilted.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp('catalogue/pictures/tearoom-close.avif').resize(width, height).jpeg({ quality: 98 }).toBuffer(),
});

/** Signs in someone with an order whose delivery day is so many days from now. */
async function withDelivery(page: Page, request: APIRequestContext, days: number) {
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1, [SECOND]: 2 }]);
  const orderId = buyer.orders[0]?.id ?? 0;
  await setDeliveryDay(orderId, dayFromNow(days));
  await setFlat(orderId, `Flat ${orderId}`);
  return { ...buyer, orderId };
}

test.beforeEach(({ allowFailures }) => allowFailures(CLAIM));

test('On the day: a photo, a line, a lost connection, and new flowers are on their way', {
  tag: ['@core', '@phone', '@G15'],
}, async ({ page, request }) => {
  test.slow();
  const { orderId } = await withDelivery(page, request, 0);
  await page.goto(`/history/${orderId}`);
  await expect(report(page)).toContainText(
    'Today is the day of delivery. As far as we know your flowers have not arrived',
  );
  // At the top, above what was bought.
  const reportAt = (await report(page).boundingBox())?.y ?? Number.NaN;
  expect(reportAt).toBeLessThan((await page.getByRole('table').boundingBox())?.y ?? 0);
  await expect(page.getByText('Being prepared')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Review this bouquet/ })).toHaveCount(0);

  await test.step('is promised new flowers once they have come', async () => {
    await runDeskCommand('orders', 'deliver', String(orderId));
    await page.reload();
    await expect(report(page)).toContainText('we replace them. That is our promise.');
  });

  await test.step('is told at once which files are no photos', async () => {
    await choose(page).setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(choose(page)).toHaveAccessibleDescription(/Please send a photo as JPEG, PNG, WebP or HEIC\./);
    // As a file, which the browser opens itself: sending it there takes a busy machine longer than a press may.
    const large = test.info().outputPath('large.jpg');
    await writeFile(large, Buffer.alloc(10 * 1024 * 1024 + 1));
    await choose(page).setInputFiles(large);
    await expect(choose(page)).toHaveAccessibleDescription(/too large\. Please send one of at most 10 MB\./);
    const disguised = { name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') };
    await choose(page).setInputFiles(disguised);
    await field(page, QUESTION).fill('Broken');
    await button(page, 'Send the report').click();
    await expect(choose(page)).toHaveAccessibleDescription(/Please send a photo as JPEG, PNG, WebP or HEIC\./);
  });

  await test.step('sees the photo, and must say what is wrong', async () => {
    await choose(page).setInputFiles(await takePhoto());
    await expect(report(page).getByRole('img', { name: 'The one you chose' })).not.toHaveJSProperty('naturalWidth', 0);
    await field(page, QUESTION).fill('  ');
    await report(page)
      .getByRole('button', { name: /^(Send the report|Try again)$/ })
      .click();
    await expect(field(page, QUESTION)).toHaveAccessibleDescription(/Write a few words\./);
    await expect(field(page, QUESTION)).toBeFocused();
  });

  await test.step('loses the connection, and nothing else', async () => {
    await field(page, QUESTION).fill('Two roses are broken.');
    await page.route(CLAIM, (route) => route.abort('connectionreset'));
    // A box for several lines: Enter begins the next.
    await page.keyboard.press('Enter');
    await page.keyboard.type('The box was wet.');
    await button(page, 'Send the report').click();
    await expect(report(page).getByRole('alert')).toContainText(
      'The shop’s answer was lost. Please try again: your report counts once',
    );
    await expect(field(page, QUESTION)).toHaveValue('Two roses are broken.\nThe box was wet.');
    await expect(report(page).getByRole('img', { name: 'The one you chose' })).toBeVisible();
    await page.unroute(CLAIM);
  });

  await button(page, 'Try again').click();
  await expect(reported(page)).toContainText(formatDay(nextDelivery(new Date()).day));
  await expect(reported(page).getByRole('heading')).toBeFocused();
  const words = reported(page).getByText('Two roses are broken.');
  await expect(words).toHaveText('Two roses are broken.\nThe box was wet.', { useInnerText: true });
  const photo = reported(page).getByRole('img', { name: 'The flowers as they arrived' });
  await expect(photo).not.toHaveJSProperty('naturalWidth', 0);

  await test.step('the replacement is an order of its own, for nothing', async () => {
    await reported(page)
      .getByRole('link', { name: /^order \d+$/ })
      .click();
    await expect(page.getByRole('link', { name: `Replacement for order ${orderId}` })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Nothing to pay' })).toBeVisible();
    await expect(page.getByText(FIRST, { exact: true })).toBeVisible();
    await expect(page.getByText('Should anything arrive damaged, you can report it here from')).toBeVisible();
    await page.getByRole('link', { name: `Replacement for order ${orderId}` }).click();
    await expect(title(page)).toHaveText(`Order ${orderId}`);
    await expect(reported(page)).toBeVisible();
  });

  await test.step('it is not printed', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(title(page)).toBeVisible();
    await expect(reported(page)).toBeHidden();
  });
});

test('The answer is lost: trying again finds the one report that was made', async ({ page, request }) => {
  const { orderId, ...buyer } = await withDelivery(page, request, 0);
  await runDeskCommand('orders', 'deliver', String(orderId));
  await page.goto(`/history/${orderId}`);
  await choose(page).setInputFiles(await takePhoto());
  await field(page, QUESTION).fill('All of it.');
  await page.route(CLAIM, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page, 'Send the report').click();
  await expect(report(page).getByRole('alert')).toBeVisible();
  await page.unroute(CLAIM);
  await button(page, 'Try again').click();
  await expect(reported(page).getByRole('link', { name: /^order \d+$/ })).toBeVisible();
  const orders = await call(request, buyer, 'GET', '/api/user/orders/?status=C');
  expect(orders).toHaveLength(2);
});

test('Before anybody says that they left: it is kept for the florist, and the order can go nowhere else', async ({
  page,
  request,
}) => {
  const { orderId } = await withDelivery(page, request, 0);
  await page.goto(`/history/${orderId}`);
  await expect(page.getByRole('link', { name: 'Change or cancel this order' })).toBeVisible();
  await choose(page).setInputFiles(await takePhoto());
  await field(page, QUESTION).fill('They lay on the step, crushed.');
  await button(page, 'Send the report').click();
  await expect(reported(page)).toContainText('The florist looks at your photo and answers you by email.');
  await expect(reported(page).getByRole('link')).toHaveCount(0);
  await page.reload();
  await expect(reported(page)).toBeVisible();
  await expect(page.getByText('You reported damaged flowers, so nothing of this order can change')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change or cancel this order' })).toHaveCount(0);
});

test('Later: it is still taken, the florist answers, and the law is not forgotten', async ({ page, request }) => {
  const { orderId, ...buyer } = await withDelivery(page, request, -2);
  await page.goto(`/history/${orderId}`);
  await expect(report(page)).toContainText('Your statutory rights are not affected.');
  // As a phone takes it; this browser cannot show it, and the shop reads it.
  await choose(page).setInputFiles({ name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: readHeic('red') });
  await expect(report(page)).toContainText('This browser cannot show the photo. You can send it all the same.');
  await field(page, QUESTION).fill('Wilted after a day.');
  await button(page, 'Send the report').click();
  await expect(reported(page)).toContainText('The florist looks at your photo and answers you by email.');
  await expect(reported(page)).toContainText('Your statutory rights are not affected.');
  await expect(reported(page).getByRole('link')).toHaveCount(0);
  await expect(reported(page).getByRole('img')).toHaveJSProperty('naturalWidth', 64);

  const { id } = await call(request, buyer, 'GET', `/api/user/orders/${orderId}/claim/`);
  await runDeskCommand('claims', 'answer', String(id), 'We are sorry. Half of it goes back to you.');
  await page.reload();
  await expect(reported(page)).toContainText('The florist answered on');
  await expect(reported(page)).toContainText('We are sorry. Half of it goes back to you.');
});

test('Before the day there is nothing to report, only when', async ({ page, request }) => {
  const { orders } = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  await page.goto(`/history/${orders[0]?.id}`);
  const day = formatDay(orders[0]?.delivery_date ?? '');
  await expect(page.getByText(`you can report it here from ${day}, the day of delivery.`)).toBeVisible();
  await expect(report(page)).toHaveCount(0);
});

test('What became of an order stands on its page, and once it came its bouquets can be reviewed', async ({
  page,
  request,
}) => {
  const { orders } = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = String(orders[0]?.id);
  const today = formatDay(dayFromNow(0));
  await page.goto(`/history/${id}`);
  await expect(page.getByText(/^(Booked|Being prepared)$/)).toBeVisible();
  await expect(page.getByText('Paid for, flowers still to come')).toBeVisible();
  await runDeskCommand('orders', 'dispatch', id);
  await page.reload();
  await expect(page.getByText('Tied.', { exact: true })).toBeVisible();
  await letTheMinutePass(Number(id));
  await page.reload();
  await expect(page.getByText(new RegExp(`^On its way since \\d\\d:\\d\\d, ${today}$`))).toBeVisible();
  await runDeskCommand('orders', 'deliver', id);
  await page.reload();
  await expect(page.getByText(`Delivered ${today}`)).toBeVisible();
  await expect(page.getByText('Paid for, and delivered')).toBeVisible();
  await expect(page.getByRole('link', { name: `Review this bouquet: ${FIRST}` })).toBeVisible();
});

test('A session that ran out is renewed before a photo is sent', async ({ page, request, allowFailures }) => {
  allowFailures(/\/api\/user\//);
  const { orderId } = await withDelivery(page, request, 0);
  await page.goto(`/history/${orderId}`);
  await choose(page).setInputFiles(await takePhoto());
  await field(page, QUESTION).fill('Snapped stems.');
  await expireToken(page);
  const sent: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'POST' && CLAIM.test(answer.url())) sent.push(answer.status());
  });
  await button(page, 'Send the report').click();
  await expect(reported(page)).toBeVisible();
  expect(sent).toEqual([201]);
});

test('A large photo on a slow line shows how far it has come', { tag: '@phone' }, async ({
  page,
  request,
  isPhone,
}) => {
  test.skip(!isPhone, 'Slow lines are for phones');
  test.slow();
  const { orderId } = await withDelivery(page, request, 0);
  await page.goto(`/history/${orderId}`);
  await choose(page).setInputFiles(await takePhoto(1600, 1200));
  await field(page, QUESTION).fill('Squashed.');
  const wire = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 50, downloadThroughput: 1_000_000, uploadThroughput: 250_000 };
  await wire.send('Network.emulateNetworkConditions', slow);
  await button(page, 'Send the report').click();
  const progress = report(page).getByRole('progressbar', { name: /^Sending your photo, [1-9]\d?%$/ });
  await expect(progress).toBeVisible();
  await expect(button(page, 'Sending…')).toBeVisible();
  await expect(choose(page)).toBeDisabled();
  await expect(reported(page)).toBeVisible({ timeout: 45_000 });
});

test('Reporting damage has no barrier', async ({ page, request }) => {
  test.slow();
  const { orderId } = await withDelivery(page, request, 0);
  await page.goto(`/history/${orderId}`);
  await choose(page).setInputFiles(await takePhoto());
  await button(page, 'Send the report').click();
  await expect(report(page).getByText('Write a few words.')).toBeVisible();
  const faults = await findFaultsAtAllWidths(page, 'the report with messages');
  await field(page, QUESTION).fill('Two roses are broken.');
  await button(page, 'Send the report').click();
  await expect(reported(page).getByRole('img', { name: 'The flowers as they arrived' })).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'what was reported')));
  expect(faults).toEqual([]);
});
