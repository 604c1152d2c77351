import { addressOf } from './bouquets.ts';
import { FIRST, openCheckout, payment } from './buying.ts';
import { expect, test } from './fixtures.ts';

/** A price by itself, and what follows it. */
const PRICE = /(?<!\+)£(\d+\.\d\d)\s*£(\d+\.\d\d) delivered/;

test.describe('The total price, with delivery (Digital Markets, Competition and Consumers Act 2024, s. 230)', () => {
  test('stands beside each price of a search', { tag: '@phone' }, async ({ page, visit, isPhone }) => {
    await visit('/');
    if (isPhone) await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').filter({ visible: true }).fill('rose');
    const options = page.getByRole('option').filter({ visible: true });
    await expect(options.first()).toBeVisible();
    for (const words of await options.allInnerTexts()) {
      const [, price, delivered] = PRICE.exec(words.replaceAll('\n', ' ')) ?? [];
      expect([words, Number(delivered)]).toEqual([words, Number(price) + 5]);
    }
  });

  test('follows the size, also in the bar of a phone', { tag: '@phone' }, async ({ page, visit, isPhone, request }) => {
    await visit(await addressOf(FIRST, request));
    await page.getByText('Large', { exact: true }).first().click();
    const parts = page.getByText(/delivered: Large £/);
    const [, delivered, price] =
      /^£([\d.]+) delivered: Large £([\d.]+), delivery £5.00\.$/.exec((await parts.textContent()) ?? '') ?? [];
    expect(Number(delivered)).toBe(Number(price) + 5);
    if (!isPhone) return;
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const bar = page.locator('[data-keep-clear].fixed');
    await expect(bar).toContainText(`£${price}`);
    await expect(bar).toContainText(`£${delivered} delivered`);
    const [words, button] = await Promise.all([
      bar.getByText(`£${delivered} delivered`).boundingBox(),
      bar.getByRole('button').boundingBox(),
    ]);
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
  });
});

test('The last button is worded as paying, and a line above it says what pressing does (Consumer Contracts Regulations 2013, reg. 14)', {
  tag: '@core',
}, async ({ page, request }) => {
  const { order } = await openCheckout(page, request);
  const pay = payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true });
  const line = payment(page).getByText(
    `Paying below places your order. You pay £${order.amount_to_pay.toFixed(2)} and nothing more.`,
  );
  await expect(pay).toBeVisible();
  await expect(line).toBeVisible();
  const [above, button] = await Promise.all([line.boundingBox(), pay.boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});
