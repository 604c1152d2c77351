import type { Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { dayFromNow } from './after-sale.ts';
import { FIRST } from './buying.ts';
import { joinDesk, runAtDesk } from './desk-people.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';

test.describe.configure({ mode: 'serial' });

let desk: Desk;
test.beforeAll(({ desk: opened }) => {
  desk = opened;
});

/** Until the scripts have taken over what the server sent. */
const untilTakenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react')),
  );

const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`;

test('Somebody rings: the order is found by phone, gets another day and card, a part of the money, and is cancelled', {
  tag: ['@core', '@story', '@phone'],
}, async ({ page, request, allowFailures }) => {
  test.slow();
  // Asking for the passkey is a refusal first, and so is a day that is over.
  allowFailures(/\/api\/desk\/orders\/\d+\//);
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const { id, amount_to_pay } = buyer.orders[0] ?? { id: 0, amount_to_pay: 0 };
  const paid = Math.round(amount_to_pay * 100);
  const invite = ['staff', 'invite', 'olive@shop.example', '--name', 'Olive', '--role', 'owner'] as const;
  await joinDesk(page, await runAtDesk(desk, ...invite), 'Olive Hart');

  await test.step('found by the digits of the phone, among others', async () => {
    await page.goto('/desk/orders');
    await untilTakenOver(page);
    await page.getByRole('searchbox', { name: 'Find an order' }).fill('7700 900 142');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/q=7700/);
    await expect(page.getByRole('link', { name: String(id), exact: true })).toBeVisible();
    expect(await findFaultsAtAllWidths(page, 'Orders')).toEqual([]);
    await page.getByRole('link', { name: String(id), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
    expect(await findFaultsAtAllWidths(page, 'An order')).toEqual([]);
  });

  await test.step('another day and recipient; a day that is over is refused at its field', async () => {
    await page.getByRole('link', { name: 'Change where and when' }).click();
    await untilTakenOver(page);
    await page.getByLabel('Another day').fill(dayFromNow(-2));
    await page.getByLabel('Recipient').fill('Amara Osei');
    await page.getByRole('button', { name: 'Save change' }).click();
    await expect(page.getByText('This day is over.')).toBeVisible();
    await expect(page.getByLabel('Recipient')).toHaveValue('Amara Osei');
    expect(await findFaultsAtAllWidths(page, 'Changing an order')).toEqual([]);
    await page.getByLabel('Another day').fill(dayFromNow(9));
    await page.getByRole('button', { name: 'Save change' }).click();
    await expect(page).toHaveURL(`/desk/orders/${id}`);
    await expect(page.getByText('Another day', { exact: true })).toBeVisible();
    await expect(page.getByText('Amara Osei').first()).toBeVisible();
  });

  await test.step('another card', async () => {
    await page.getByRole('link', { name: 'Change the card' }).click();
    await page.getByRole('textbox', { name: /^The card/ }).fill('Happy birthday, Amara.');
    expect(await findFaultsAtAllWidths(page, 'Changing the card')).toEqual([]);
    await page.getByRole('button', { name: 'Save the card' }).click();
    await expect(page.getByText('Happy birthday, Amara.').first()).toBeVisible();
  });

  await test.step('a sum goes back, then delivery', async () => {
    await page.getByRole('link', { name: 'Refund…' }).click();
    await untilTakenOver(page);
    await page.getByRole('radio', { name: 'Another sum' }).check();
    await page.getByLabel('How much, in pounds').fill('3.50');
    await page.getByLabel('Why').fill('A stem was short');
    expect(await findFaultsAtAllWidths(page, 'Refunding')).toEqual([]);
    await page.getByRole('button', { name: 'Refund £3.50' }).click();
    await expect(page).toHaveURL(`/desk/orders/${id}`);
    await expect(page.getByText('gone back, by Olive Hart: A stem was short')).toBeVisible();
    await page.getByRole('link', { name: 'Refund…' }).click();
    await untilTakenOver(page);
    await page.getByRole('checkbox', { name: /^Delivery/ }).check();
    await page.getByLabel('Why').fill('It came late');
    await page.getByRole('button', { name: 'Refund £5.00' }).click();
    await expect(page.getByText('gone back, by Olive Hart: It came late')).toBeVisible();
    await expect(page.getByText(pounds(paid - 850)).first()).toBeVisible();
    expect(await findFaultsAtAllWidths(page, 'An order with refunds')).toEqual([]);
  });

  await test.step('a letter is read and sent again', async () => {
    await desk.query("update letters set created_at = created_at - interval '5 minutes'");
    await page.reload();
    await page.getByRole('link', { name: 'Read Confirmation' }).click();
    await expect(page.getByRole('button', { name: 'Send again', exact: true })).toBeVisible();
    await expect(page.getByText(FIRST).first()).toBeVisible();
    // What a buyer typed stands in no letter to an address that nobody has confirmed.
    await expect(page.getByText('12 Gillygate')).toHaveCount(0);
    expect(await findFaultsAtAllWidths(page, 'A letter')).toEqual([]);
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await expect(page.getByText('Confirmation, sent again')).toBeVisible();
    expect(
      await desk.query('select 1 from letters where order_id = $1 and kind = $2', [id, 'order-confirmed']),
    ).toHaveLength(2);
  });

  await test.step('it is cancelled with a passkey, by keyboard alone, and the rest goes back', async () => {
    await desk.query("update staff_sessions set confirmed_at = now() - interval '6 minutes'");
    await page.getByRole('link', { name: 'Cancel order…' }).click();
    await untilTakenOver(page);
    await page.getByLabel('Why').fill('Ordered twice');
    expect(await findFaultsAtAllWidths(page, 'Cancelling')).toEqual([]);
    await expect(page.getByRole('button', { name: `Cancel and refund ${pounds(paid - 850)}` })).toBeEnabled();
    await page.getByLabel('Why').press('Enter');
    const confirm = page
      .getByRole('dialog', { name: 'Is it you?' })
      .getByRole('button', { name: 'Confirm with a passkey' });
    await expect(confirm).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/desk/orders/${id}`);
    await expect(page.getByText('Cancelled').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cancel order…' })).toHaveCount(0);
    const states = await desk.query<{ state: string }>(
      'select refunds.state from refunds join payments on payments.id = payment_id where order_id = $1',
      [id],
    );
    expect(states.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });
});

test('By keyboard alone: find anywhere, open, back; the office remembers its page; a driver may not', async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  await desk.signIn(page.context(), 'Flora Reed', ['owner', 'florist']);
  await page.goto('/desk/claims');
  await untilTakenOver(page);
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Find or go to' });
  await expect(dialog).toBeVisible();
  await page.keyboard.type(String(id));
  await expect(dialog.getByRole('option', { name: new RegExp(`^${id} `) })).toHaveAttribute('aria-selected', 'true');
  expect(await findFaultsAtAllWidths(page, 'Find')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/desk/orders/${id}`);

  await test.step('R refunds, N writes a note, Ctrl Enter adds it', async () => {
    const note = page.getByLabel(/^Internal note/);
    await expect(dialog).toBeHidden();
    await expect(note).toBeVisible();
    // The page hears keys a moment after it is drawn.
    await expect(async () => {
      await page.keyboard.press('n');
      await expect(note).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type('Rang at nine.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('“Rang at nine.”', { exact: true })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('r');
    await expect(page).toHaveURL(`/desk/orders/${id}/refund`);
    await page.goBack();
    await expect(note).toBeVisible();
  });

  await page.keyboard.press('Control+k');
  await page.keyboard.type('rev');
  await expect(dialog.getByRole('option', { name: 'Reviews' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/desk/reviews');
  // The address changes before the page does, and a page that was never shown is not remembered.
  await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible();
  await page.goto('/desk/orders');
  await untilTakenOver(page);
  await expect(page.getByRole('link', { name: 'Office' })).toHaveAttribute('href', '/desk/reviews');

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find an order' })).toBeFocused();
  await page.keyboard.type(String(id));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/desk/orders/${id}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const context = await browser.newContext();
  await desk.signIn(context, 'Dan Driver', ['driver']);
  for (const path of ['/desk/orders', `/desk/orders/${id}`, `/desk/orders/${id}/refund`])
    expect((await context.request.get(path)).status(), path).toBe(403);
  await context.close();
});

test('Without scripts an order is found and read', async ({ page, request, browser }) => {
  test.slow();
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const id = buyer.orders[0]?.id ?? 0;
  const context = await browser.newContext({ javaScriptEnabled: false });
  await desk.signIn(context, 'Nia Hart', ['florist']);
  const plain = await context.newPage();
  await plain.goto('/desk/orders?show=to+tie');
  await plain.getByRole('searchbox', { name: 'Find an order' }).fill('gillygate');
  await plain.getByRole('button', { name: 'Find', exact: true }).click();
  await plain.getByRole('link', { name: String(id), exact: true }).click();
  await plain.getByRole('link', { name: 'Change the card' }).click();
  await expect(plain.getByRole('heading', { name: 'Change the card' })).toBeVisible();
  await context.close();
});
