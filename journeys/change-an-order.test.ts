import { findFaultsAtAllWidths } from './accessibility.ts';
import { dayFromNow, setDeliveryDay } from './after-sale.ts';
import { call, FIRST, openCheckout } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';
import { notice } from './people.ts';

test('Wishes for the day are asked without a step more, and remembered with the address', async ({ page, request }) => {
  const buyer = await openCheckout(page, request);
  await page.getByText('For the florist and the driver').click();
  await page.getByRole('radio', { name: 'Leave them in the porch' }).check();
  await page.getByRole('textbox', { name: 'A note for the driver' }).fill('Green gate');
  await page.getByRole('radio', { name: 'Leave them in the porch' }).focus();
  await expect
    .poll(async () => (await call(request, buyer, 'GET', '/api/user/profile/address/'))[0])
    .toMatchObject({ driver_note: 'Green gate', nobody_in: 'porch' });
  await page.reload();
  await expect(page.getByText('Nobody in: leave them in the porch. “Green gate”')).toBeVisible();
});

test('An order is changed and then cancelled on its page, until it is tied', async ({ page, request, isPhone }) => {
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  // Before the cut-off of its day, whatever the time.
  await setDeliveryDay(id, dayFromNow(5));
  await page.goto(`/history/${id}`);
  const arranged = page.getByRole('region', { name: 'For the day' });
  const dialog = page.getByRole('dialog');

  await arranged.getByRole('button', { name: 'Change the gift note' }).click();
  await dialog.getByRole('textbox', { name: 'Gift note' }).fill('With all our love');
  expect(await findFaultsAtAllWidths(page, 'the dialog for a note', isPhone)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page, 'Your order has been changed.')).toBeVisible();
  await expect(arranged).toContainText('With all our love');

  await arranged.getByRole('button', { name: 'Change the address' }).click();
  await dialog.getByRole('textbox', { name: 'Street address' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field may not be blank.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Street address' }).fill('9 Bootham');
  expect(await findFaultsAtAllWidths(page, 'the dialog for an address', isPhone)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(arranged).toContainText('9 Bootham');

  await arranged.getByRole('button', { name: 'Change the delivery day' }).click();
  await dialog.getByRole('radio').first().focus();
  expect(await findFaultsAtAllWidths(page, 'the dialog for a day', isPhone)).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave as it is' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to your calendar' }).click();
  expect((await download).suggestedFilename()).toBe(`flowers-${id}.ics`);
  expect(await findFaultsAtAllWidths(page, 'an order that can change', isPhone)).toEqual([]);

  await arranged.getByRole('button', { name: 'Cancel this order' }).click();
  expect(await findFaultsAtAllWidths(page, 'the dialog for cancelling', isPhone)).toEqual([]);
  await dialog.getByRole('button', { name: /^Cancel and refund £\d/ }).click();
  await expect(page.getByText('Cancelled Order')).toBeVisible();
  await expect(arranged.getByRole('button')).toHaveCount(0);
});

test('What another tab changed while a dialog was open is shown, and not overwritten @alike', async ({
  page,
  request,
  allowFailures,
}) => {
  // The page asks every twenty seconds.
  test.slow();
  allowFailures(/\/change\/$/);
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  await page.goto(`/history/${id}`);
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
