import type { Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { addressOf } from './bouquets.ts';
import { badge, call, expectPaid, fillAddress, openPayment, payNow, quantity, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-scripts.ts';
import { button, fillRegistration, newPerson, notice, registerPerson, signIn } from './people.ts';

const NAME = 'Rosy Parlour';
const size = (page: Page, name: string) => page.getByRole('group', { name: 'Size' }).getByRole('radio', { name });
/** Presses its tile. What was just added may be said over it still: a press waits for that, as a person does. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: 'Size' }).getByText(name, { exact: true }).click();
  await expect(size(page, name)).toBeChecked();
}
const extra = (page: Page, name: string) =>
  page.getByRole('group', { name: /^Something with it/ }).getByRole('checkbox', { name });
const picture = (page: Page) => page.getByRole('button', { name: `Whole bouquet of ${NAME}, larger` }).getByRole('img');
const addToCart = (page: Page) => button(page, `Add to Cart: ${NAME}`).first();
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }) });

test('A customer sends a large one and, with a vase, a grand one', async ({ page, request }) => {
  test.slow();
  const buyer = await registerPerson(request);
  await signIn(page, buyer);
  const address = await addressOf(NAME, request);

  await test.step('Each size shows its picture, its centimetres, its stems and its price', async () => {
    await page.goto(address);
    await expect(size(page, 'Standard')).toBeChecked();
    await expect(picture(page)).toHaveAccessibleName(/^Standard size: pink peonies/);
    await size(page, 'Standard').focus();
    await page.keyboard.press('ArrowRight');
    await expect(size(page, 'Large 53 stems £82.00')).toBeChecked();
    await expect(picture(page)).toHaveAccessibleName(/^Large size: pink peonies/);
    await expect(page.getByText('Large: 35 cm tall, 30 cm across.')).toBeVisible();
    await expect(page.getByRole('tabpanel', { name: 'Specification' })).toContainText('Stems in all, large53');
    await addToCart(page).click();
    await expect(notice(page, `${NAME}, large is in your cart.`)).toBeVisible();
  });

  await test.step('Nothing is ticked beforehand; what is ticked is in the price', async () => {
    await choose(page, 'Grand');
    for (const name of ['Glass vase', 'Beeswax candle', 'Chocolate']) await expect(extra(page, name)).not.toBeChecked();
    await extra(page, 'Glass vase').check();
    await expect(page.getByText('£122.00 delivered: Grand £105.00, Glass vase £12.00, delivery £5.00.')).toBeVisible();
    await expect(page.getByText('£117.00', { exact: true }).first()).toBeVisible();
    await addToCart(page).click();
    await expect(badge(page)).toHaveAccessibleName('Cart, 2 items');
  });

  await test.step('They are two lines', async () => {
    await page.goto('/cart');
    await expect(line(page, `${NAME}, large`)).toContainText('£82.00');
    await expect(line(page, `${NAME}, grand, with Glass vase`)).toContainText('With Glass vase, £12.00');
    await expect(line(page, `${NAME}, grand, with Glass vase`)).toContainText('£117.00');
    await button(page, `One more ${NAME}, large`).click();
    await expect(quantity(page, `${NAME}, large`)).toHaveText('2');
    expect(await findFaultsAtAllWidths(page, 'a cart with sizes')).toEqual([]);
  });

  let orderId = 0;
  await test.step('The sum is what was shown, and it is paid', async () => {
    await call(request, buyer, 'POST', '/api/user/profile/address/', {
      city: 'York',
      street_address: '12 Gillygate',
      apartment_address: 'Flat 3, Alder House',
      postal_code: 'yo317eq',
    });
    await page.goto('/cart?step=address');
    await expect(title(page)).toHaveText('Where should they go?');
    const [cart] = await call(request, buyer, 'GET', '/api/user/orders/?status=P');
    orderId = cart.id;
    expect(cart).toMatchObject({ total_cost: 281, amount_to_pay: 286 });
    await payNow(await openPayment(page));
    await expectPaid(page, request, buyer, orderId);
  });

  await test.step('History and order name both, and buying again means the same', async () => {
    await page.goto('/profile');
    await expect(page.getByText('Grand, with Glass vase')).toBeVisible();
    await page.goto(`/history/${orderId}`);
    await expect(page.getByText('Grand, with Glass vase')).toBeVisible();
    await expect(page.getByText('Large', { exact: true })).toBeVisible();
    await button(page, `Buy again: order ${orderId}`).click();
    await expect(notice(page, 'In your cart again.')).toBeVisible();
    const [cart] = await call(request, buyer, 'GET', '/api/user/orders/?status=P');
    expect(cart.order_items).toMatchObject([
      { size: 'large', quantity: 2, extras: [] },
      { size: 'grand', quantity: 1, extras: [{ name: 'Glass vase' }] },
    ]);
  });

  await test.step('An extra can be taken off in the cart', async () => {
    await page.goto('/cart');
    await button(page, `Remove Glass vase from ${NAME}, grand, with Glass vase`).click();
    const said = notice(page, 'Glass vase removed');
    await expect(said).toBeVisible();
    await expect(line(page, `${NAME}, grand`)).toContainText('£105.00');
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(line(page, `${NAME}, grand, with Glass vase`)).toContainText('£117.00');
  });
});

test('One with a vase leaves those without it as they are', { tag: '@G33' }, async ({ page, request }) => {
  const buyer = await registerPerson(request);
  await signIn(page, buyer);

  await test.step('The button offers what is chosen now, and the notice says what was added', async () => {
    await page.goto(await addressOf(NAME, request));
    await addToCart(page).click();
    await expect(notice(page, `${NAME} is in your cart.`)).toBeVisible();
    await extra(page, 'Glass vase').check();
    await addToCart(page).click();
    await expect(notice(page, `${NAME}, with Glass vase is in your cart.`)).toBeVisible();
    await expect(badge(page)).toHaveAccessibleName('Cart, 2 items');
  });

  await test.step('They are two lines; without the vase they are one, by keyboard and with a slow shop', async () => {
    await page.goto('/cart');
    await expect(line(page, NAME)).toContainText('£62.00');
    await expect(line(page, `${NAME}, with Glass vase`)).toContainText('£74.00');
    const answer = Promise.withResolvers<void>();
    await page.route('**/order-items/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const remove = button(page, `Remove Glass vase from ${NAME}, with Glass vase`);
    await remove.focus();
    await page.keyboard.press('Enter');
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Enter');
    answer.resolve();
    const said = notice(page, 'Glass vase removed');
    await expect(said.getByRole('button', { name: 'Undo' })).toBeFocused();
    await expect(quantity(page, NAME)).toHaveText('2');
    await expect(page.getByRole('row')).toHaveCount(2);
    await said.getByRole('button', { name: 'close' }).press('Enter');
    await expect(button(page, `Remove ${NAME}`)).toBeFocused();
  });

  await test.step('Put back, they are two lines again', async () => {
    await page.unroute('**/order-items/**');
    await button(page, `One fewer ${NAME}`).click();
    await expect(quantity(page, NAME)).toHaveText('1');
    await page.goto(await addressOf(NAME, request));
    await extra(page, 'Glass vase').check();
    await addToCart(page).click();
    await expect(notice(page, `${NAME}, with Glass vase is in your cart.`)).toBeVisible();
    await page.goto('/cart');
    await button(page, `Remove Glass vase from ${NAME}, with Glass vase`).click();
    await expect(quantity(page, NAME)).toHaveText('2');
    await notice(page, 'Glass vase removed').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(line(page, NAME)).toContainText('£62.00');
    await expect(line(page, `${NAME}, with Glass vase`)).toContainText('£74.00');
  });
});

test('Whoever must register first finds the size and the vase in the cart', async ({ page, visit, request }) => {
  await visit(await addressOf(NAME, request));
  await choose(page, 'Large');
  await extra(page, 'Glass vase').check();
  await addToCart(page).click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByText('Large, with Glass vase')).toBeVisible();
  await fillRegistration(page, newPerson());
  await button(page, 'Register').click();
  await expect(notice(page, `${NAME}, large, with Glass vase is in your cart.`)).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  await badge(page).click();
  await expect(line(page, `${NAME}, large, with Glass vase`)).toContainText('With Glass vase, £12.00');
  await button(page, 'Check Out Now').first().click();
  await fillAddress(page);
});

test('The choice of a size has no barrier', { tag: '@phone' }, async ({ page, visit, request }) => {
  test.slow();
  await visit(await addressOf(NAME, request));
  await choose(page, 'Grand');
  await extra(page, 'Beeswax candle').check();
  expect(await findFaultsAtAllWidths(page, 'a bouquet in sizes')).toEqual([]);
});

test('A choice made before the scripts come is not lost', async ({ page, request }) => {
  const release = await holdScripts(page);
  await page.goto(await addressOf(NAME, request), { waitUntil: 'commit' });
  await choose(page, 'Large');
  await extra(page, 'Chocolate').check();
  release();
  await expect(page.getByText('£90.00', { exact: true })).toBeVisible();
  await expect(picture(page)).toHaveAccessibleName(/^Large size/);
});
