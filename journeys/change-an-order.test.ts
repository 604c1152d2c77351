import { readFile } from 'node:fs/promises';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { dayFromNow, setDeliveryDay } from './after-sale.ts';
import { call, FIRST } from './buying.ts';
import { writeToShop } from './desk-people.ts';
import { expect, test } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';
import { notice } from './people.ts';

test('The page of an order changes nothing; one link leads to where it is changed and cancelled, until it is tied', {
  tag: ['@core', '@phone', '@§2.21', '@G32'],
}, async ({ page, request, allowFailures }) => {
  test.slow();
  // An address without a street is refused.
  allowFailures(/\/change\/$/);
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  // Before the cut-off of its day, whatever the time.
  await setDeliveryDay(id, dayFromNow(5));
  await page.goto(`/history/${id}`);
  const arranged = page.getByRole('region', { name: 'For the day' });
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  const toChange = main.getByRole('link', { name: /change|cancel/i });

  await expect(toChange).toHaveText(['Change or cancel this order']);
  await expect(main.getByRole('button', { name: /change|cancel/i })).toHaveCount(0);
  await expect(main.getByRole('textbox', { name: 'Gift note' })).toBeDisabled();
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to your calendar' }).click();
  const download = await downloads;
  expect(download.suggestedFilename()).toBe(`flowers-${id}.ics`);
  const calendar = await readFile(await download.path(), 'utf8');
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${dayFromNow(5).replaceAll('-', '')}\r\n`);
  expect(await findFaultsAtAllWidths(page, 'an order that can change')).toEqual([]);

  await toChange.click();
  await expect(page).toHaveURL(`/history/${id}/change`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Change order ${id}`);
  expect(await findFaultsAtAllWidths(page, 'the page that changes an order')).toEqual([]);
  await arranged.getByRole('button', { name: 'Change the gift note' }).click();
  await dialog.getByRole('textbox', { name: 'Gift note' }).fill('With all our love');
  expect(await findFaultsAtAllWidths(page, 'the dialog for a note')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page, 'Your order has been changed.')).toBeVisible();
  await expect(arranged).toContainText('With all our love');
  await expect(arranged.getByRole('heading')).toBeFocused();

  await arranged.getByRole('button', { name: 'Change the wishes for the day' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page, 'Nothing was changed.')).toBeVisible();

  await arranged.getByRole('button', { name: 'Change the address' }).click();
  await dialog.getByRole('textbox', { name: 'Street address' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a street address.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Street address' }).fill('9 Bootham');
  expect(await findFaultsAtAllWidths(page, 'the dialog for an address')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(arranged).toContainText('9 Bootham');

  await arranged.getByRole('button', { name: 'Change the delivery day' }).click();
  await dialog.getByRole('radio').first().focus();
  expect(await findFaultsAtAllWidths(page, 'the dialog for a day')).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave as it is' }).click();

  await main.getByRole('link', { name: `Back to order ${id}` }).click();
  await expect(page).toHaveURL(`/history/${id}`);
  await expect(arranged).toContainText('9 Bootham');
  await expect(arranged).toContainText('With all our love');
  await toChange.click();
  await main.getByRole('button', { name: 'Cancel this order' }).click();
  expect(await findFaultsAtAllWidths(page, 'the dialog for cancelling')).toEqual([]);
  // Once it is sent it cannot be called back: the dialog stays until the shop has answered.
  const answer = Promise.withResolvers<void>();
  await page.route(/\/cancel\/$/, (route) => answer.promise.then(() => route.continue()));
  await dialog.getByRole('button', { name: /^Cancel and refund £\d/ }).click();
  await expect(dialog.getByRole('button', { name: 'Cancelling…' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Keep the order' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.mouse.click(4, 4);
  await expect(dialog.getByRole('button', { name: 'Cancelling…' })).toBeVisible();
  answer.resolve();
  await expect(page).toHaveURL(`/history/${id}`);
  await expect(notice(page, `Order ${id} is cancelled.`)).toBeVisible();
  await expect(page.getByText('Cancelled Order')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(toChange).toHaveCount(0);

  await page.goto(`/history/${id}/change`);
  await expect(main.getByText('This order is cancelled.')).toBeVisible();
  await expect(main.getByRole('button', { name: /change|cancel/i })).toHaveCount(0);
});

test('What another tab changed while a dialog was open is shown, and not overwritten', async ({
  page,
  request,
  allowFailures,
}) => {
  // The page asks every twenty seconds.
  test.slow();
  allowFailures(/\/change\/$/);
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  await page.goto(`/history/${id}/change`);
  const arranged = page.getByRole('region', { name: 'For the day' });
  const note = page.getByRole('dialog').getByRole('textbox', { name: 'Gift note' });
  await arranged.getByRole('button', { name: 'Change the gift note' }).click();
  await note.fill('From the first tab');

  const { last_event: seen } = await call(request, buyer, 'GET', `/api/user/orders/${id}/changes/`);
  await call(request, buyer, 'PATCH', `/api/user/orders/${id}/change/`, { seen, text: 'From the second tab' });
  await expect(arranged).toContainText('From the second tab', { timeout: 60_000 });
  await expect(note).toHaveValue('From the first tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This order was changed meanwhile. Please look at it again.')).toBeVisible();

  await page.getByRole('dialog').getByRole('button', { name: 'Leave as it is' }).click();
  await arranged.getByRole('button', { name: 'Change the gift note' }).click();
  await expect(note).toHaveValue('From the second tab');
});

test('What the florist ties meanwhile can change no more, and the page says so', { tag: '@G32' }, async ({
  page,
  request,
  allowFailures,
}) => {
  test.slow();
  allowFailures(/\/(change|cancel)\/$/);
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  const tied = 'Your flowers are tied, so nothing of this order can change any more.';
  const shop = { address: '', dataDir: process.env.JOURNEYS_DATA_DIR ?? '' };
  await page.goto(`/history/${id}/change`);
  const arranged = page.getByRole('region', { name: 'For the day' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('main').getByRole('button', { name: 'Cancel this order' }).click();
  await expect(dialog.getByRole('button', { name: /^Cancel and refund £\d/ })).toBeVisible();
  await writeToShop(shop, "update orders set stage = 'tied' where id = $1", [id]);
  await dialog.getByRole('button', { name: /^Cancel and refund £\d/ }).click();
  await expect(dialog.getByText(tied)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep the order' }).click();
  await expect(arranged.getByRole('button')).toHaveCount(0, { timeout: 60_000 });
  await expect(arranged).toContainText(tied);
  expect(await call(request, buyer, 'GET', `/api/user/orders/${id}/`)).toMatchObject({ stage: 'tied', refunded: 0 });
});

test('What cannot be fetched of an order says so and is fetched again, and a replacement says why it is not cancelled', {
  tag: '@G32',
}, async ({ page, request, allowFailures }) => {
  const asked = /\/orders\/\d+\/(changes|delivery)\/$/;
  allowFailures(asked);
  const { orders } = await signInWithOrders(page, request, [{ [FIRST]: 1 }, { [FIRST]: 1 }]);
  const [first, second] = orders.map(({ id }) => id);
  const shop = { address: '', dataDir: process.env.JOURNEYS_DATA_DIR ?? '' };
  await writeToShop(shop, 'update orders set replaces_order_id = $2 where id = $1', [second, first]);
  await setDeliveryDay(second ?? 0, dayFromNow(5));
  await page.route(asked, (route) => route.abort());
  await page.goto(`/history/${second}`);
  const arranged = page.getByRole('region', { name: 'For the day' });
  const progress = page.getByRole('alert').filter({ hasText: 'How far your flowers are could not be loaded.' });
  const changes = arranged.getByRole('alert').filter({ hasText: 'What you can still change could not be loaded.' });
  await expect(progress).toBeVisible();
  await expect(changes).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'an order that is not wholly known')).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
  await progress.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Add to your calendar' })).toBeVisible();
  await changes.getByRole('button', { name: 'Try again' }).click();
  const toChange = arranged.getByRole('link', { name: 'Change this order' });
  await expect(toChange).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await toChange.click();
  await expect(arranged.getByRole('button', { name: 'Change the address' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'This order cannot be cancelled. These flowers replace others and cost nothing.',
  );
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0);
});

test('The recipient’s link is shared where there is a menu for it, and copied elsewhere', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async ({ url }: ShareData) => {
        document.title = `Shared ${url}`;
      },
    });
  });
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  const { track_link } = await call(request, buyer, 'GET', `/api/user/orders/${id}/delivery/`);
  await page.goto(`/history/${id}`);
  await page.getByRole('button', { name: 'Share it' }).click();
  await expect(page).toHaveTitle(`Shared ${track_link}`);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(track_link);

  // As over plain HTTP.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copied' }).click();
  const field = page.getByLabel('The link for them');
  await expect(field).toBeFocused();
  await expect(page.getByRole('main').getByText('press Ctrl C to copy it')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(track_link);
});
