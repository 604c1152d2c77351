import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';

test.describe.configure({ mode: 'serial' });
test.use({ alone: { because: 'It changes what is sold.' } });

let desk: Desk;
test.beforeAll(({ desk: opened }) => {
  desk = opened;
});
test.beforeEach(({ context }) => desk.signIn(context, 'Olive Hart', ['owner']));

/** Until the scripts have taken over what the server sent. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}

const idOf = async (page: Page, name: string): Promise<number> => {
  const found = await (await page.request.get(`/api/products/?search=${encodeURIComponent(name)}`)).json();
  return found[0].id;
};
const drop = (page: Page) => page.getByLabel(/^Drop a photo here/);
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
/** Noise does not shrink: this is some megabytes, so that its progress can be seen. */
const takeLargePhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 2_000,
      height: 2_500,
      channels: 3 as const,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  } as object)
    .jpeg({ quality: 90 })
    .toBuffer();

test('Photos: how much is sent, a wrong kind, one that is cut, and one after the other', async ({
  page,
  allowFailures,
}) => {
  test.slow();
  await open(page, `/desk/catalogue/${await idOf(page, 'Post Haste')}`);
  const photos = page.getByRole('region', { name: 'Photos' });
  const large = await takeLargePhoto();

  await test.step('a photo shows how much of it is gone, and can be stopped', async () => {
    const slow = await page.context().newCDPSession(page);
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200 * 1024 };
    await slow.send('Network.emulateNetworkConditions', conditions);
    await drop(page).setInputFiles(jpeg('harbour.jpg', large));
    const bar = page.getByRole('progressbar', { name: 'Sending harbour.jpg' });
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
    expect(Number(await bar.getAttribute('value'))).toBeLessThan(1);
    expect(await findFaultsAtAllWidths(page, 'Sending a photo')).toEqual([]);
    await photos.getByRole('button', { name: 'Stop' }).click();
    await expect(bar).toHaveCount(0);
    await slow.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  });

  await test.step('what is no photo is refused in words and leaves nothing behind', async () => {
    allowFailures(/catalogue\/photos\/$/);
    await drop(page).setInputFiles({ name: 'prices.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') });
    await expect(photos.getByRole('alert')).toContainText('JPEG');
    expect(await findFaultsAtAllWidths(page, 'A photo that was refused')).toEqual([]);
    await photos.getByRole('button', { name: 'Leave it' }).click();
    await expect(photos.getByRole('alert')).toHaveCount(0);
  });

  await test.step('one that is cut half-way is refused, and Save still has the rest', async () => {
    await drop(page).setInputFiles(jpeg('half.jpg', large.subarray(0, large.length >> 1)));
    await expect(photos.getByRole('alert')).toBeVisible({ timeout: 45_000 });
    await photos.getByRole('button', { name: 'Leave it' }).click();
    await expect(page.getByText('All is saved.')).toBeVisible();
  });

  await test.step('a good one is made into a picture, described, moved to the front and saved', async () => {
    await drop(page).setInputFiles(jpeg('harbour.jpg', large));
    await expect(photos.getByRole('listitem').nth(2).locator('img')).toBeVisible({ timeout: 60_000 });
    await page
      .getByRole('textbox', { name: 'What photo 3 shows, in words' })
      .fill('Blue delphiniums at the harbour wall');
    for (const place of [3, 2])
      await photos.getByRole('button', { name: `Move photo ${place} earlier` }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'What photo 1 shows, in words' })).toHaveValue(/^Blue delphiniums/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Post Haste is saved. It is in the shop.')).toBeVisible();
    await page.goto(`/product/${await idOf(page, 'Post Haste')}`);
    await expect(page.getByRole('img', { name: 'Blue delphiniums at the harbour wall' }).first()).toBeVisible();
  });
});

test('The catalogue by file: out, changed in a spreadsheet, looked at, and back', { tag: ['@core', '@story'] }, async ({
  page,
  allowFailures,
}) => {
  test.slow();
  await open(page, '/desk/catalogue/file');
  const csv = await test.step('out', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV, for a spreadsheet' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('catalogue.csv');
    return readFile(await download.path(), 'utf8');
  });
  const price = '29.75';
  const bring = (name: string, text: string) =>
    page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await test.step('what is wrong is said by its line, and nothing is changed', async () => {
    allowFailures(/catalogue\/file\/$/);
    await bring('catalogue.csv', csv.replace(/^(ML-1019,Tearoom,Bouquets),[\d.]+/m, '$1,dear'));
    await expect(page.getByRole('alert')).toContainText('Nothing was changed.');
    await expect(page.getByRole('alert')).toContainText('price must be pounds');
    expect(await findFaultsAtAllWidths(page, 'A file with mistakes')).toEqual([]);
  });

  await test.step('a price and a name that a spreadsheet would run are shown, then done', async () => {
    const text = csv
      .replace(/^(ML-1019,Tearoom,Bouquets),[\d.]+/m, `$1,${price}`)
      .replace('ML-1007,April Windowsill', "ML-1007,'=April+Windowsill");
    await bring('catalogue.csv', text);
    const seen = page.getByRole('status').filter({ hasText: /would happen|Done/ });
    await expect(seen).toContainText('This would happen: ');
    await expect(seen).toContainText(`£${price}`);
    expect(await findFaultsAtAllWidths(page, 'A file that was looked at')).toEqual([]);
    await page.getByRole('button', { name: /^Change \d/ }).click();
    await expect(seen).toContainText('Done. ');
  });

  await test.step('the shop has the price, and the next file has the name as text', async () => {
    const found = await (await page.request.get('/api/products/?search=Tearoom')).json();
    expect(found[0].price).toBe(Number(price));
    const again = await (await page.request.get('/api/desk/catalogue/file/?format=csv')).text();
    expect(again).toContain("ML-1007,'=April+Windowsill");
  });
});

test('A bouquet that is refused keeps what was typed', async ({ page, allowFailures }) => {
  allowFailures(/\/api\/desk\/catalogue\/\d+\/$/);
  await open(page, `/desk/catalogue/${await idOf(page, 'Jolly Good')}`);
  const price = page.getByRole('textbox', { name: 'Price, standard' });
  await page.getByRole('textbox', { name: 'Care' }).fill('Water them every morning.');
  await page
    .getByRole('textbox', { name: /, standard$/ })
    .nth(1)
    .fill('17');
  await page.getByRole('checkbox', { name: 'sympathy' }).check();
  await price.fill('dear');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write a price in pounds, as in 36 or 36.50.')).toBeVisible();
  await expect(price).toHaveValue('dear');
  await expect(page.getByRole('textbox', { name: 'Care' })).toHaveValue('Water them every morning.');
  await expect(page.getByRole('textbox', { name: /, standard$/ }).nth(1)).toHaveValue('17');
  await expect(page.getByRole('checkbox', { name: 'sympathy' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Photos' }).locator('img').first()).toBeVisible();
  await price.fill('33.50');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Care' })).toHaveValue('Water them every morning.');
  await expect(page.getByText('Write a price')).toHaveCount(0);
  const readPrice = async () => (await (await page.request.get('/api/products/?search=Jolly')).json())[0].price;
  await expect.poll(readPrice).toBe(33.5);
});
