import type { Page } from '@playwright/test';
import { formatPounds } from '#contract/money.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { badge, call, FIRST, SECOND, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { changeHistory, HISTORY, signInWithOrders } from './past-orders.ts';
import { button, notice } from './people.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Completed Order' });
const orderLink = (page: Page, id: number | undefined) =>
  page.getByRole('main').getByRole('link', { name: `Order ${id}`, exact: true });
const buyAgain = (page: Page, id: number | undefined) => button(page, `Buy again: order ${id}`);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Account', exact: true });
const many = (count: number) => Array.from({ length: count }, () => ({ [FIRST]: 1 }));

test('Someone who bought before finds her orders, the newest first, and opens one', {
  tag: ['@core', '@phone', '@§1.4', '@§2.22', '@§2.27', '@§2.30', '@§2.31', '@§2.34'],
}, async ({ page, request }) => {
  test.slow();
  const { orders } = await signInWithOrders(page, request, [{ [FIRST]: 1 }, { [FIRST]: 1, [SECOND]: 2 }]);
  const [older, newer] = orders;
  await page.goto('/profile');
  await expect(title(page)).toHaveText('Order History');
  await expect(page).toHaveTitle('Order History – Marigold Lane');
  await expect(menu(page).getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page');
  await expect(menu(page).getByRole('listitem')).toHaveText(['History', 'Address List', 'Log out']);
  await expect(cards(page)).toHaveCount(2);

  const card = cards(page).first();
  await expect(card.getByRole('heading', { level: 2 })).toHaveText(`Order ${newer?.id}`);
  await expect(card).toContainText('Bought by Rosalind Thorne');
  await expect(card).toContainText(/Booked|Being prepared/);
  await expect(card).toContainText('Paid for, flowers still to come');
  const items = card.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.nth(1)).toContainText(SECOND);
  await expect(items.nth(1)).toContainText(`2 × ${formatPounds(newer?.order_items[1]?.price ?? 0)}`);
  await expect(card).toContainText(`Total ${formatPounds(newer?.total_cost ?? 0)}`);
  await expect(cards(page).nth(1).getByRole('heading')).toHaveText(`Order ${older?.id}`);
  const tops = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
  expect(new Set(tops).size, 'Items stand side by side').toBe(1);
  expect(await findFaultsAtAllWidths(page, 'Order History')).toEqual([]);

  // Wherever the card is pressed, it opens the order.
  await card.click();
  await expect(page).toHaveURL(`/history/${newer?.id}`);
  await expect(title(page)).toHaveText(`Order ${newer?.id}`);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Order History' }).click();
  await expect(page).toHaveURL('/profile');

  await orderLink(page, older?.id).press('Enter');
  await expect(page).toHaveURL(`/history/${older?.id}`);
});

test('An order tells how far it has come, what it replaces, and what is sold no more', {
  tag: ['@§2.32', '@D3'],
}, async ({ page, request }) => {
  test.slow();
  const { orders } = await signInWithOrders(page, request, [{ [FIRST]: 1, [SECOND]: 1 }, { [FIRST]: 1 }]);
  const [older] = orders;
  await changeHistory(page, ([first, second]) => {
    Object.assign(first ?? {}, { dispatched_at: '2026-02-14T06:00:00.000Z', replaces: older?.id, total_cost: 0 });
    Object.assign(second ?? {}, { delivered_at: '2025-12-24T09:00:00.000Z' });
    Object.assign(second?.order_items[1] ?? {}, { availability: 'withdrawn' });
  });
  await page.goto('/profile');
  await expect(cards(page).first()).toContainText('On its way');
  await expect(cards(page).first()).toContainText(`Replacement for order ${older?.id}`);
  await expect(cards(page).first()).toContainText('Total £0.00');
  await expect(cards(page).nth(1)).toContainText('Delivered');
  await expect(cards(page).nth(1)).toContainText('Wednesday 24 December 2025');
  const gone = cards(page).nth(1).getByRole('listitem').filter({ hasText: SECOND });
  await expect(gone.getByText('Product not found', { exact: true })).toHaveCSS('color', 'rgb(161, 42, 28)');
  await expect(gone.locator('img').last()).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'Orders of all kinds')).toEqual([]);
});

test('What was cancelled follows the completed orders, under a heading of its own', {
  tag: ['@§2.30', '@§4.3', '@G36'],
}, async ({ page, request }) => {
  test.slow();
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }, { [SECOND]: 1 }]);
  const [kept, dropped] = buyer.orders;
  await call(request, buyer, 'POST', `/api/user/orders/${dropped?.id}/cancel/`);
  await page.goto('/profile');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByRole('heading', { level: 2 })).toHaveText(`Order ${kept?.id}`);
  const cancelled = page.getByRole('region', { name: 'Cancelled orders' });
  await expect(cancelled.getByRole('heading', { level: 3 })).toHaveText(`Order ${dropped?.id}`);
  await expect(cancelled).toContainText('Cancelled Order');
  await expect(page.getByText('Completed Order', { exact: true })).toHaveCount(1);
  expect(await findFaultsAtAllWidths(page, 'Cancelled orders')).toEqual([]);
  await orderLink(page, dropped?.id).click();
  await expect(page).toHaveURL(`/history/${dropped?.id}`);
  await expect(page.getByText('Cancelled Order')).toBeVisible();
});

test('Many orders come as one scrolls, and Back leads to where one was', { tag: '@D9' }, async ({
  page,
  request,
  allowFailures,
}) => {
  test.slow();
  const { orders } = await signInWithOrders(page, request, many(23));
  await page.goto('/profile');
  await expect(orderLink(page, orders.at(-1)?.id)).toBeVisible();
  // The second page may be fetched at once, if the end of the first is near the screen.
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(10);
  expect(await cards(page).count()).toBeLessThan(23);

  await test.step('not now: it says so, and what is there stays', async () => {
    allowFailures(HISTORY);
    await page.route(/&before=/, (route) => route.fulfill({ status: 500, json: {} }));
    await cards(page).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 20_000);
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('More orders could not be loaded.');
    expect(await cards(page).count()).toBeGreaterThanOrEqual(10);
    await page.unroute(/&before=/);
    await button(page, 'Try again').click();
    await expect(failure).toBeHidden();
  });

  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(cards(page)).toHaveCount(23, { timeout: 500 });
  }).toPass();
  await expect(page.getByText('That is all of them: 23 orders.')).toBeVisible();
  await expect(button(page, 'Show more')).toBeHidden();

  const deep = orderLink(page, orders[3]?.id);
  await deep.scrollIntoViewIfNeeded();
  const before = await deep.evaluate((link) => link.getBoundingClientRect().top);
  await deep.press('Enter');
  await expect(title(page)).toHaveText(`Order ${orders[3]?.id}`);
  await page.goBack();
  await expect(cards(page)).toHaveCount(23);
  await expect(deep).toBeInViewport();
  expect(Math.abs((await deep.evaluate((link) => link.getBoundingClientRect().top)) - before)).toBeLessThan(80);
});

test('Someone buys the same again, and every tab counts it', async ({ page, context, request, allowFailures }) => {
  test.slow();
  allowFailures(/\/api\/user\/orders\/$/);
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 2, [SECOND]: 11 }]);
  const [order] = buyer.orders;
  const elsewhere = await context.newPage();
  await elsewhere.goto('/care');
  await page.goto('/profile');

  await buyAgain(page, order?.id).click();
  await expect(notice(page, 'In your cart again.')).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName('Cart, 13 items');
  await expect(badge(elsewhere)).toHaveAccessibleName('Cart, 13 items');

  await test.step('but no more than there may be: all of it, or nothing', async () => {
    await buyAgain(page, order?.id).click();
    await expect(notice(page, `You can order at most 20 of ${SECOND}.`)).toBeVisible();
    await expect(badge(page)).toHaveAccessibleName('Cart, 13 items');
    const [cart] = await call(request, buyer, 'GET', '/api/user/orders/?status=P');
    expect(cart.order_items.map(({ quantity }: { quantity: number }) => quantity).toSorted()).toEqual([11, 2]);
  });

  await test.step('and the cart has it', async () => {
    await notice(page, 'at most 20').getByRole('link', { name: 'See your cart' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('group', { name: `Quantity of ${SECOND}` }).getByRole('status')).toHaveText('11');
  });
});
