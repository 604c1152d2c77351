import type { Page } from '@playwright/test';
import { formatDay, nextOpenDay } from '#contract/delivery.ts';
import { DEFAULT_RULES } from '#contract/delivery-rules.ts';
import { dayFromNow } from './after-sale.ts';
import { call, expectPaid, openCheckout, openPayment, payment, payNow } from './buying.ts';
import { runAtDesk } from './desk-people.ts';
import { test } from './desk-test.ts';
import { expect } from './fixtures.ts';

// The desk's command starts a process of its own, several times.
test.slow();

/** Far ahead, and another for each test. */
const dayOf = (test: number) => nextOpenDay(dayFromNow(20 + 8 * test), DEFAULT_RULES);

const later = (page: Page) => page.getByLabel('Another day');

async function lookAtLaterDays(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: 'Edit the delivery day' }).first().click();
  await page.getByRole('button', { name: 'Later … Pick a date' }).click();
}

test('A day that costs more says so before it is chosen, and is bought', { tag: ['@core', '@phone'] }, async ({
  page,
  request,
  isPhone,
  desk,
}) => {
  const day = dayOf(0);
  await runAtDesk(desk, 'days', 'set', day, '--surcharge', '3.00');
  // Pages follow within seconds; one that is open already does not.
  await expect.poll(async () => (await request.get('/delivery')).text()).toContain(day);
  try {
    const buyer = await openCheckout(page, request);
    await lookAtLaterDays(page, isPhone);
    await expect(page.getByText(/Later days that cost more:/)).toContainText(`${formatDay(day, 'short')} + £3.00`);
    await later(page).fill(day);
    const paid = (buyer.order.amount_to_pay + 3).toFixed(2);
    await expect(page.getByText(`You pay £${paid} and nothing more.`)).toBeVisible();
    const popup = await openPayment(page);
    await payNow(popup);
    await expectPaid(page, request, buyer, buyer.order.id);
    await page.goto(`/history/${buyer.order.id}`);
    const sums = page.getByRole('complementary', { name: 'Paid' }).getByRole('definition');
    await expect(sums.filter({ hasText: '£3.00' })).toBeVisible();
    await expect(sums.last()).toHaveText(`£${paid}`);
  } finally {
    await runAtDesk(desk, 'days', 'set', day, '--surcharge', 'usual');
  }
});

test('A day fills while somebody pays: nothing is charged, and the next one is a press away', async ({
  page,
  request,
  isPhone,
  desk,
}) => {
  const day = dayOf(1);
  const next = nextOpenDay(dayAfter(day), DEFAULT_RULES);
  try {
    const buyer = await openCheckout(page, request);
    await lookAtLaterDays(page, isPhone);
    await later(page).fill(day);
    await expect
      .poll(async () => (await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`)).delivery_date)
      .toBe(day);
    const popup = await openPayment(page);
    await runAtDesk(desk, 'days', 'set', day, '--holds', '0');
    await payNow(popup);
    await expect(payment(page)).toContainText(
      `${formatDay(day)} is full. The next possible day is ${formatDay(next)}. Nothing has been charged.`,
    );
    await page.getByRole('button', { name: `Choose ${formatDay(next)}` }).click();
    await expect
      .poll(async () => (await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`)).delivery_date)
      .toBe(next);
    const again = await openPayment(page);
    await payNow(again);
    await expectPaid(page, request, buyer, buyer.order.id);
    const order = await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
    expect(order.delivery_date).toBe(next);
  } finally {
    await runAtDesk(desk, 'days', 'set', day, '--holds', 'usual');
  }
});

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

test('The day that the page shows is gone when paying begins: the page says so before anything is paid', async ({
  page,
  request,
}) => {
  await openCheckout(page, request);
  const promised = nextOpenDay(dayFromNow(40), DEFAULT_RULES);
  await page.route('**/create-order/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), delivery_date: promised } });
  });
  await payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true }).click();
  await expect(payment(page)).toContainText(
    `The next possible day is ${formatDay(promised)}. Nothing has been charged.`,
  );
});
