import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { formatPounds } from '#contract/money.ts';
import { findFaults } from './accessibility.ts';
import { runDeskCommand } from './after-sale.ts';
import { call, expectPaid, openCheckout, openPayment, payNow, signInWithCart, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button } from './people.ts';

/** Of its own for each journey: they run side by side. */
const newCode = () => `LANE-${randomBytes(3).toString('hex').toUpperCase()}`;
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' });
const codeField = (page: Page) => summary(page).getByRole('textbox', { name: 'Promo code' });
const amount = (page: Page, pounds: number) => summary(page).getByText(formatPounds(pounds), { exact: true });

test('A buyer types a wrong code, then the right one by keyboard alone, and pays less by it', {
  tag: ['@core', '@phone'],
}, async ({ page, request, allowFailures }) => {
  allowFailures(/update-code/);
  const code = newCode();
  await runDeskCommand('codes', 'add', code, '--kind', 'percent', '--value', '10', '--uses', '1');
  const buyer = await openCheckout(page, request);
  const { total_cost } = buyer.order;
  await page.goto('/cart');
  await summary(page).getByRole('button', { name: 'Have a code?' }).focus();
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  expect(await findFaults(page, 'the open field')).toEqual([]);

  await page.keyboard.type('nosuch');
  await page.keyboard.press('Enter');
  await expect(summary(page).getByText('We do not know the code NOSUCH.')).toBeVisible();
  // What was typed stays, and can be mended at once.
  await expect(codeField(page)).toHaveValue('nosuch');
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  expect(await findFaults(page, 'the refused code')).toEqual([]);

  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(` ${code.toLowerCase()} `);
  await page.keyboard.press('Enter');
  const takeOut = summary(page).getByRole('button', { name: `Take code ${code} out` });
  await expect(takeOut).toBeFocused();
  const discount = Math.round(total_cost * 10) / 100;
  await expect(summary(page).getByText(`−${formatPounds(discount)}`)).toBeVisible();
  await expect(amount(page, total_cost - discount + 5)).toBeVisible();
  expect(await findFaults(page, 'the good code')).toEqual([]);

  await button(page, 'Check Out Now').first().click();
  await expect(title(page)).toHaveText('Where should they go?');
  await payNow(await openPayment(page));
  await expectPaid(page, request, buyer, buyer.order.id);
  expect(await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`)).toMatchObject({
    code,
    amount_to_pay: Math.round((total_cost - discount + 5) * 100) / 100,
  });
});

test('A code can be taken out again, and the price is the old one', async ({ page, request }) => {
  const code = newCode();
  await runDeskCommand('codes', 'add', code, '--kind', 'free delivery');
  const { order } = await signInWithCart(page, request);
  await page.goto('/cart');
  await summary(page).getByRole('button', { name: 'Have a code?' }).click();
  await codeField(page).fill(code);
  await summary(page).getByRole('button', { name: 'Use' }).click();
  await expect(summary(page).getByText('−£5.00')).toBeVisible();
  // It is in the cart, not in the page.
  await page.reload();
  await summary(page)
    .getByRole('button', { name: `Take code ${code} out` })
    .click();
  await expect(summary(page).getByRole('button', { name: 'Have a code?' })).toBeFocused();
  await expect(summary(page).getByText('−£5.00')).toHaveCount(0);
  await expect(amount(page, order.amount_to_pay)).toBeVisible();
});

test('With too little in the cart the code says so at once, and counts again with more', async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  const code = newCode();
  const { total_cost, order_items } = buyer.order;
  const [first, second] = order_items;
  await runDeskCommand('codes', 'add', code, '--kind', 'pounds', '--value', '5.00', '--least', total_cost.toFixed(2));
  await call(request, buyer, 'PATCH', `/api/user/orders/${buyer.order.id}/update-code/`, { code });
  await page.goto('/cart');
  await expect(summary(page).getByText('−£5.00')).toBeVisible();
  const units = page.getByRole('group', { name: `Quantity of ${second?.name}` });
  await units.getByRole('button', { name: /fewer/i }).click();
  const less = total_cost - (second?.price ?? 0);
  const words = `${code} is for orders from ${formatPounds(total_cost)}. Yours is ${formatPounds(less)}.`;
  await expect(summary(page).getByText(words)).toBeVisible();
  await expect(button(page, 'Check Out Now').first()).toBeDisabled();
  await expect(codeField(page)).toHaveValue(code);
  await units.getByRole('button', { name: /more/i }).click();
  await expect(summary(page).getByText('−£5.00')).toBeVisible();
  await expect(button(page, 'Check Out Now').first()).toBeEnabled();
  expect(first).toBeDefined();
});

test('A code that ends while she pays charges nothing, and she goes on without it', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/update-code/);
  const code = newCode();
  await runDeskCommand('codes', 'add', code, '--kind', 'pounds', '--value', '5.00');
  const buyer = await openCheckout(page, request);
  await call(request, buyer, 'PATCH', `/api/user/orders/${buyer.order.id}/update-code/`, { code });
  await page.reload();
  const popup = await openPayment(page);
  await runDeskCommand('codes', 'end', code);
  await payNow(popup);
  await expect(
    page.getByRole('alert').filter({ hasText: `${code} has ended. Nothing has been charged.` }),
  ).toBeVisible();
  await button(page, `Go on without ${code}`).click();
  await payNow(await openPayment(page));
  await expectPaid(page, request, buyer, buyer.order.id);
  expect(await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`)).toMatchObject({
    code: null,
    amount_to_pay: buyer.order.amount_to_pay,
  });
});
