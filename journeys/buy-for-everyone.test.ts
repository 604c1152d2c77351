import { findFaultsAtAllWidths } from './accessibility.ts';
import {
  dismissUndo,
  expectPaid,
  openCheckout,
  openPayment,
  payment,
  payNow,
  SECOND,
  signInWithCart,
} from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, field } from './people.ts';

test('The cart, full and empty, has no barrier', { tag: ['@core', '@phone'] }, async ({ page, request }) => {
  test.slow();
  await signInWithCart(page, request);
  await page.goto('/cart');
  await field(page, 'Gift note').fill('Happy birthday, Nell.');
  await page.getByRole('checkbox', { name: `Choose ${SECOND}` }).check();
  const faults = await findFaultsAtAllWidths(page, 'the cart');
  await field(page, 'Gift note').fill('x'.repeat(301));
  faults.push(...(await findFaultsAtAllWidths(page, 'a note too long')));
  await field(page, 'Select all').check();
  await button(page, 'Remove 2 Item(s)').click();
  await dismissUndo(page, '2 product(s) removed');
  await expect(page.getByRole('heading', { name: 'Nothing in here yet.' })).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'the empty cart')));
  expect(faults).toEqual([]);
});

test('Address, success and order have no barrier', { tag: ['@core', '@phone'] }, async ({ page, request }) => {
  test.slow();
  const buyer = await openCheckout(page, request);
  await expect(payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true })).toBeVisible();
  const faults = await findFaultsAtAllWidths(page, 'the checkout, all settled');
  await button(page, 'Edit the address').click();
  await button(page, 'Add another address').click();
  await button(page, 'Add address').click();
  await expect(page.getByText('Enter a city.')).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'address and day')));
  await payNow(await openPayment(page));
  await expectPaid(page, request, buyer, buyer.order.id);
  await button(page, 'Stay here').click();
  faults.push(...(await findFaultsAtAllWidths(page, 'success')));
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByText('Completed Order')).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'the order')));
  expect(faults).toEqual([]);
});

test('An order that is not one’s own is no page', async ({ page, request, allowFailures }) => {
  allowFailures(/\/api\/user\/orders\//);
  const other = await signInWithCart(page, request);
  await signInWithCart(page, request);
  await page.goto(`/history/${other.order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
});
