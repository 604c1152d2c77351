import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { londonDay } from '#contract/delivery.ts';
import { call, FIRST, SECOND } from './buying.ts';
import { joinDesk, runAtDesk } from './desk-people.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';

test.describe.configure({ mode: 'serial' });

/** The driver's phone, the tablet at the bench, the owner's laptop. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1180, height: 820 },
  { width: 1440, height: 900 },
];
const PHONE = { width: 390, height: 844 };

let desk: Desk;
test.beforeAll(({ desk: opened }) => {
  desk = opened;
});

const takePhoto = async (background: string) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** The letters to an address, as they were sent. */
async function readLetters(to: string): Promise<string[]> {
  const folder = join(desk.dataDir, 'outbox');
  const files = await readdir(folder, { recursive: true });
  const letters = await Promise.all(
    files.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')),
  );
  return letters.filter((letter) => letter.includes(to));
}

const ticket = (page: Page, order: number) => page.locator(`[data-order="${order}"]`).first();

for (const screen of SCREENS) {
  test(`A whole day at ${screen.width} px: an order comes, is tied, delivered without signal, claimed and refunded`, async ({
    page,
    browser,
    request,
    allowFailures,
  }) => {
    test.setTimeout(150_000);
    // Refused until the passkey has confirmed it.
    allowFailures(/\/api\/desk\/claims\/\d+\/(refund|answer|replace)\//);
    await page.setViewportSize(screen);
    await desk.beginDay();
    const name = `Wren ${screen.width}`;
    const invitation = await runAtDesk(
      desk,
      'staff',
      'invite',
      `wren${screen.width}@shop.example`,
      '--name',
      name,
      '--role',
      'owner,florist',
    );
    await joinDesk(page, invitation, name);
    await expect(page).toHaveURL('/desk');

    const buyerContext = await browser.newContext({ viewport: PHONE });
    const buyerPage = await buyerContext.newPage();
    const buyer = await test.step('an order comes in while the sheet is open', async () => {
      const first = await signInWithOrders(buyerPage, request, [{ [FIRST]: 1 }]);
      const day = first.orders[0]?.delivery_date ?? '';
      await page.goto(`/desk?day=${day}`);
      await expect(ticket(page, first.orders[0]?.id ?? 0)).toBeVisible();
      const second = await signInWithOrders(buyerPage, request, [{ [SECOND]: 1 }]);
      await expect(ticket(page, second.orders[0]?.id ?? 0)).toBeVisible();
      return second;
    });
    const order = buyer.orders[0]?.id ?? 0;
    const today = londonDay(new Date());
    await desk.query('update orders set delivery_date = $2 where id = $1', [order, today]);

    await test.step('it is tied', async () => {
      await page.goto('/desk');
      await ticket(page, order).getByRole('link', { name: SECOND }).click();
      await expect(page).toHaveURL(new RegExp(`/desk/ticket/${order}`));
      await page.getByRole('button', { name: /^Tied/ }).click();
      await expect(page).toHaveURL(/\/desk(\?|$)/);
      await expect(page.getByRole('region', { name: /^Tied/ }).locator(`[data-order="${order}"]`)).toBeVisible();
    });

    const driverContext = await browser.newContext({ viewport: PHONE });
    const phone = await driverContext.newPage();
    const driver = `Robin ${screen.width}`;
    await test.step('its run leaves with a driver', async () => {
      const link = await runAtDesk(
        desk,
        'staff',
        'invite',
        `robin${screen.width}@shop.example`,
        '--name',
        driver,
        '--role',
        'driver',
      );
      await joinDesk(phone, link, driver);
      await expect(phone).toHaveURL('/desk/driver');
      await page.goto('/desk/deliveries');
      await page.getByRole('button', { name: 'New run' }).click();
      await page.getByRole('button', { name: /^Put on run \d+$/ }).click();
      await page.getByLabel(/^Driver of run/).selectOption({ label: driver });
      await page.getByRole('button', { name: /^Run \d+ leaves now$/ }).click();
      await expect(page.getByText(new RegExp(`left [\\d:]+ with ${driver}`))).toBeVisible();
    });

    await test.step('the driver has no signal, and delivers with a photo', async () => {
      await phone.goto('/desk/driver');
      await phone
        .getByRole('link', { name: /Alder House|Gillygate|Rosalind|Next/ })
        .first()
        .click();
      await expect(phone).toHaveURL(`/desk/driver/${order}`);
      await phone.evaluate(() => navigator.serviceWorker.ready);
      // Without signal nothing comes any more: the scripts have the page before it goes. The camera is there with them.
      await expect(phone.locator('input[type="file"]').first()).toBeAttached();
      await driverContext.setOffline(true);
      await phone.getByText('Delivered', { exact: true }).first().click();
      await phone.locator('details[open] input[type="file"]').setInputFiles(await takePhoto('#4a7c59'));
      await expect(phone.getByRole('img', { name: 'The flowers, as photographed now' })).toBeVisible();
      await phone.getByRole('button', { name: 'Done, next stop' }).click();
      await expect(phone.getByText('1 kept on this phone')).toBeVisible({ timeout: 45_000 });
      await driverContext.setOffline(false);
      await expect(phone.getByText('1 kept on this phone')).toBeHidden({ timeout: 45_000 });
    });

    await test.step('the buyer sees it, on the page and by letter', async () => {
      await buyerPage.goto(`/history/${order}`);
      await expect(buyerPage.getByRole('heading', { name: /Delivered/ }).first()).toBeVisible();
      const photo = buyerPage.getByRole('img', { name: /door|driver|delivered/i }).first();
      await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
      await expect(async () => {
        const letters = await readLetters(buyer.email);
        expect(letters.filter((letter) => /^Subject:.*(here|delivered|arrived)/im.test(letter))).toHaveLength(1);
      }).toPass({ timeout: 45_000 });
    });

    await test.step('a claim stands beside the photo at the door', async () => {
      // Yesterday's flowers: a claim of the same day is kept by itself.
      await desk.query(`update orders set delivery_date = delivery_date - 1 where id = $1`, [order]);
      const claim = await request.post(`/api/user/orders/${order}/claim/`, {
        headers: { authorization: `Bearer ${buyer.tokens.access}` },
        multipart: { text: 'Two stems are broken.', photo: await takePhoto('#7c4a59') },
      });
      expect(claim.ok(), await claim.text()).toBe(true);
      await page.goto('/desk/claims');
      await page
        .getByRole('listitem')
        .filter({ hasText: `Order ${order} for` })
        .getByRole('link', { name: 'Look at it' })
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`order ${order}`);
      for (const alt of ['Sent by the buyer', 'Taken by the driver at the door'])
        await expect(page.getByRole('img', { name: alt })).not.toHaveJSProperty('naturalWidth', 0);
    });

    await test.step('a refund above twenty pounds is confirmed with a passkey', async () => {
      await desk.query(`update staff_sessions set confirmed_at = now() - interval '10 minutes'`);
      await page.getByRole('radio', { name: /^Refund/ }).check();
      await page.getByLabel('How much, in pounds').fill('25.00');
      await page.getByLabel(/^Your words/).fill('We are sorry about the broken stems.');
      await page.getByRole('button', { name: 'Refund £25.00' }).click();
      await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
      await expect(page.getByText(/£25\.00 of order \d+ has gone back/)).toBeVisible();
      const { refunded } = await call(request, buyer, 'GET', `/api/user/orders/${order}/`);
      expect(refunded).toBe(25);
    });

    await driverContext.close();
    await buyerContext.close();
  });
}
