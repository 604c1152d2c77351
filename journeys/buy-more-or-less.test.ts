import type { Page } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import { badge, call, dismissUndo, FIRST, quantity, SECOND, signInWithCart, title } from './buying.ts';
import { expect, test, waitUntilInteractive } from './fixtures.ts';
import { button, field, notice, registerPerson, storeTokens } from './people.ts';

test('However quickly one presses, every unit counts', { tag: ['@§9.18', '@G5'] }, async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  await page.goto('/cart');
  await expect(quantity(page, SECOND)).toHaveText('2');
  for (let press = 0; press < 9; press += 1) await button(page, `One more ${SECOND}`).click();
  for (let press = 0; press < 2; press += 1) await button(page, `One fewer ${SECOND}`).click();
  await expect(quantity(page, SECOND)).toHaveText('9');
  await expect(badge(page)).toHaveAccessibleName('Cart, 10 items');
  await expect
    .poll(async () => {
      const order = await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
      return order.order_items.map((item: { quantity: number }) => item.quantity).toSorted();
    })
    .toEqual([1, 9]);
});

test('Lines are removed one by one or together, and the focus is never lost', {
  tag: ['@core', '@phone', '@§5.12', '@§8.12', '@G27'],
}, async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  await page.goto('/cart');
  const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' });
  await button(page, `Remove ${FIRST}`).click();
  await expect(notice(page, 'product removed')).toBeVisible();
  await expect(button(page, `Remove ${SECOND}`)).toBeFocused();
  await expect(badge(page)).toHaveAccessibleName('Cart, 2 items');
  await test.step('and she thinks again, by hand and by keyboard', async () => {
    await undo.click();
    await expect(quantity(page, FIRST)).toHaveText('1');
    await expect(badge(page)).toHaveAccessibleName('Cart, 3 items');
    await button(page, `Remove ${SECOND}`).press('Enter');
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(quantity(page, SECOND)).toHaveText('2');
    await expect(button(page, `Remove ${SECOND}`)).toBeFocused();
    const order = await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
    const what = ({ order_items }: Order) => order_items.map(({ id: _id, ...item }) => item);
    expect(what(order)).toEqual(what(buyer.order));
  });
  await button(page, `Remove ${FIRST}`).click();
  await dismissUndo(page, 'product removed');
  await field(page, 'Select all').check();
  await button(page, 'Remove 1 Item(s)').click();
  await expect(notice(page, '1 product(s) removed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing in here yet.' })).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expect(badge(page)).toHaveAccessibleName('Cart, empty');
  await expect(button(page, 'Check Out Now')).toBeDisabled();
});

test('Lines removed one after the other come back together, and once however often Undo is pressed', async ({
  page,
  request,
}) => {
  const buyer = await signInWithCart(page, request);
  await page.goto('/cart');
  await button(page, `Remove ${FIRST}`).click();
  await expect(notice(page, 'product removed')).toBeVisible();
  await button(page, `Remove ${SECOND}`).click();
  await expect(notice(page, 'Undo brings back both.')).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).dblclick();
  await expect(quantity(page, FIRST)).toHaveText('1');
  await expect(quantity(page, SECOND)).toHaveText('2');
  await expect(badge(page)).toHaveAccessibleName('Cart, 3 items');
  const order = await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
  expect(order.order_items.map((item: { quantity: number }) => item.quantity).toSorted()).toEqual([1, 2]);
});

test('The badge is right in every tab', { tag: ['@§2.4', '@§9.18', '@G5'] }, async ({ page, context, request }) => {
  await signInWithCart(page, request);
  await page.goto('/cart');
  const other = await context.newPage();
  await other.goto('/product');
  await waitUntilInteractive(other);
  for (const tab of [page, other]) await expect(badge(tab)).toHaveAccessibleName('Cart, 3 items');
  await button(other, `Add to Cart: ${FIRST}`).click();
  for (const tab of [page, other]) await expect(badge(tab)).toHaveAccessibleName('Cart, 4 items');
  await expect(quantity(page, FIRST)).toHaveText('2');
  await button(page, `Remove ${SECOND}`).click();
  await dismissUndo(page, 'product removed');
  for (const tab of [page, other]) await expect(badge(tab)).toHaveAccessibleName('Cart, 2 items');
});

test('A bouquet that cannot be had is said to be so, with the way to the cart', { tag: ['@§8.8', '@G4'] }, async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/order-items/);
  const buyer = await signInWithCart(page, request);
  const line = buyer.order.order_items.find(({ name }) => name === FIRST);
  const path = `/api/user/orders/${buyer.order.id}/order-items/${line?.id}/`;
  await call(request, buyer, 'PATCH', path, { product: line?.product, quantity: 20 });
  await page.goto('/product');
  await expect(badge(page)).toHaveAccessibleName('Cart, 22 items');
  await button(page, `Add to Cart: ${FIRST}`).click();
  const said = notice(page, `You can order at most 20 of ${FIRST}.`);
  await expect(said).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName('Cart, 22 items');
  await said.getByRole('link').click();
  await expect(page).toHaveURL('/cart');
});

test('A note is kept as it is typed: a closed tab does not lose it, and nobody else finds it', { tag: '@G22' }, async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const buyer = await signInWithCart(page, request);
  const typed = 'For Nell, who planted the first ones.';
  const inBrowser = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const closeAndOpen = async (address: string) => {
    const next = await context.newPage();
    await (context.pages()[0] as Page).close();
    await next.goto(address);
    return next;
  };

  await page.goto('/cart');
  await field(page, 'Gift note').fill(typed);
  const next = await closeAndOpen('/cart');
  await expect(field(next, 'Gift note')).toHaveValue(typed);

  const third = await test.step('also at the checkout, before it has gone to the shop', async () => {
    await next.goto('/cart?step=address');
    await expect(field(next, 'Gift note')).toHaveValue(typed);
    await expect
      .poll(async () => (await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`)).text)
      .toBe(typed);
    await expect.poll(() => inBrowser(next)).not.toContain(typed);
    await field(next, 'Gift note').fill(`${typed} Love, Ada`);
    const opened = await closeAndOpen('/cart');
    await expect(field(opened, 'Gift note')).toHaveValue(`${typed} Love, Ada`);
    return opened;
  });

  await test.step('whoever signs in here next does not get it', async () => {
    const other = await registerPerson(request);
    await storeTokens(third, { access: other.tokens.access, refresh: other.tokens.refresh });
    await third.goto('/about');
    await waitUntilInteractive(third);
    expect(await inBrowser(third)).not.toContain('planted');
  });

  await test.step('and logging out forgets it', async () => {
    await storeTokens(third, { access: buyer.tokens.access, refresh: buyer.tokens.refresh });
    await third.goto('/cart');
    await field(third, 'Gift note').fill('Secret');
    await third.goto('/profile');
    await button(third, 'Log out').first().click();
    await expect(third).toHaveURL('/');
    expect(await inBrowser(third)).not.toContain('Secret');
  });
});
