import type { Page } from '@playwright/test';
import {
  badge,
  expectPaid,
  FIRST,
  fact,
  fillAddress,
  openCheckout,
  openPayment,
  payNow,
  quantity,
  title,
} from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, field, fillRegistration, newPerson, notice } from './people.ts';

const days = (page: Page) => page.getByRole('group', { name: 'Delivery day' }).getByRole('radio');

const NOTE = 'Happy birthday, Nell. The yellow ones are from the dog.';
const LAST_WORDS = `${NOTE} He chose them himself.`;

test('A new customer sends a bouquet to a friend', {
  tag: [
    '@core',
    '@phone',
    '@§1.4',
    '@§2.18',
    '@§2.20',
    '@§4.3',
    '@§4.6',
    '@§4.7',
    '@§6.3',
    '@§7.23',
    '@§8.22',
    '@G3',
    '@G20',
    '@G23',
  ],
}, async ({ page, visit, isPhone }) => {
  test.slow();
  await page.clock.install();
  let day = '';
  await test.step('She wants a bouquet, registers, and finds it in her cart', async () => {
    await visit('/');
    await button(page, `Buy now: ${FIRST}`).click();
    await expect(notice(page, 'Please register or login first.')).toBeVisible();
    await expect(page).toHaveURL('/register');
    await fillRegistration(page, newPerson());
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/product');
    await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  });

  await test.step('One more, and a note', async () => {
    await badge(page).click();
    await expect(title(page)).toHaveText('Your cart');
    await button(page, `One more ${FIRST}`).click();
    await expect(quantity(page, FIRST)).toHaveText('2');
    await expect(badge(page)).toHaveAccessibleName('Cart, 2 items');
    await field(page, 'Gift note').fill(NOTE);
    await expect(page.getByText(`${NOTE.length} / 300`)).toBeVisible();
    await button(page, 'Check Out Now').first().click();
  });

  await test.step('Where to, and which day', async () => {
    await expect(page).toHaveURL('/cart?step=address');
    await expect(title(page)).toBeFocused();
    await expect(page.getByText('Please select an address to proceed.')).toBeVisible();
    await fillAddress(page);
    await button(page, 'Add address').click();
    await expect(notice(page, 'Your address has been added.')).toBeVisible();
    await expect(fact(page, 'For')).toHaveText('Nell Whitcombe');
    await expect(fact(page, 'To')).toHaveText('Flat 3, Alder House, 12 Gillygate, York YO31 7EQ');
    await expect(fact(page, 'Note')).toHaveText(NOTE);
    if (isPhone) {
      await test.step('An address that she has begun is still there after a look at the day', async () => {
        await button(page, 'Edit the address').click();
        await button(page, 'Add another address').click();
        await field(page, 'City').fill('Leeds');
        // It can be paid for meanwhile: the current address stands beside the payment.
        await expect(fact(page, 'To')).toContainText('Alder House');
        await expect(button(page, 'Done')).toHaveCount(0);
        await button(page, 'Edit the delivery day').click();
        await button(page, 'Done').click();
        await expect(field(page, 'City')).toHaveValue('Leeds');
        await button(page, 'Cancel').click();
        await expect(button(page, 'Add another address')).toBeFocused();
        await button(page, 'Done').click();
        await expect(fact(page, 'To')).toContainText('Alder House');
      });
    }
    await button(page, 'Edit the delivery day').click();
    await days(page).nth(2).check();
    day = (await days(page).nth(2).getAttribute('aria-label')) ?? '';
    // On a phone it is folded again.
    if (isPhone) await button(page, 'Done').click();
    await expect(fact(page, 'Day')).toHaveText(day);
  });

  await test.step('She goes back for a last look and comes on again', async () => {
    await page.goBack();
    await expect(title(page)).toHaveText('Your cart');
    await expect(field(page, 'Gift note')).toHaveValue(NOTE);
    await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText(`Delivery on ${day}`);
    await field(page, 'Gift note').fill(LAST_WORDS);
    await page.goForward();
    await expect(fact(page, 'Note')).toHaveText(LAST_WORDS);
    await page.reload();
    await expect(fact(page, 'Note')).toHaveText(LAST_WORDS);
    await expect(fact(page, 'To')).toContainText('Alder House');
    await expect(fact(page, 'Day')).toHaveText(day);
  });

  await test.step('She pays with her wallet and is told so', async () => {
    await payNow(await openPayment(page));
    await expect(page).toHaveURL(/step=done/);
    await expect(notice(page, 'Your purchase was successful.')).toBeVisible();
    await expect(title(page)).toHaveText('Thank you. We’ll tie them fresh.');
    await expect(page.getByRole('timer')).toHaveText(/Opening order \d+ in \d+ seconds?\./);
    await expect(badge(page)).toHaveAccessibleName('Cart, empty');
  });

  await test.step('Ten seconds later the order lies before her', async () => {
    await page.clock.fastForward('00:10');
    await expect(page).toHaveURL(/\/history\/\d+$/);
    await expect(title(page)).toHaveText(/^Order \d+$/);
    await expect(page.getByText('Completed Order')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(FIRST) })).toBeVisible();
    await expect(field(page, 'Gift note')).toHaveValue(LAST_WORDS);
    await expect(field(page, 'Gift note')).toBeDisabled();
    await expect(page.getByText('Nell Whitcombe').first()).toBeVisible();
    await expect(page.getByText('Delivery fee')).toBeVisible();
    await expect(page.getByText('Amount paid')).toBeVisible();
  });
});

test('Whoever would rather stay is not led on, and may look at the order when they like', {
  tag: ['@D18', '@G24'],
}, async ({ page, request }) => {
  await page.clock.install();
  const buyer = await openCheckout(page, request);
  await payNow(await openPayment(page, 'Debit or Credit Card'));
  await expectPaid(page, request, buyer, buyer.order.id);
  await button(page, 'Stay here').click();
  await page.clock.fastForward('00:11');
  await page.waitForTimeout(1_000);
  await expect(page).toHaveURL(/step=done/);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page).toHaveURL(`/history/${buyer.order.id}`);
});
