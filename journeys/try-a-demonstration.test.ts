import type { Page } from '@playwright/test';
import { DEMONSTRATION } from '#contract/shop.ts';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { expectPaid, openCheckout, openPayment, payNow } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { openOwnShop } from './own-shop.ts';
import { findPort } from './ports.ts';

const PORT = await findPort();
/** The shop's public name, which only the browser of the journey resolves. */
const PUBLIC_URL = `http://shop.test:${PORT}`;
const HERE = `http://127.0.0.1:${PORT}`;

test.use({
  baseURL: PUBLIC_URL,
  launchOptions: async ({ launchOptions }, use) => {
    const args = [
      '--host-resolver-rules=MAP shop.test 127.0.0.1',
      // Treated as HTTPS, as a public shop is: over HTTP browsers ignore some of its headers.
      `--unsafely-treat-insecure-origin-as-secure=${PUBLIC_URL}`,
    ];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
  },
});

const line = (page: Page) => page.getByRole('complementary', { name: 'Demonstration' });

async function expectSaid(page: Page): Promise<void> {
  await expect(line(page)).toHaveText(DEMONSTRATION);
  expect((await line(page).boundingBox())?.y, 'it stands at the very top').toBe(0);
}

test('A visitor buys at a demonstration: every page says so, and nothing leaves its own address', async ({
  page,
  playwright,
  allowFailures,
  visit,
}) => {
  test.setTimeout(180_000);
  const shop = await openOwnShop(HERE, { PUBLIC_URL, DEMO: 'true' });
  try {
    const request = await playwright.request.newContext({ baseURL: HERE });

    await test.step('looks round', async () => {
      await visit('/');
      await expectSaid(page);
      for (const width of [320, 360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectSaid(page);
      }
      expect(await findFaultsAtAllWidths(page, 'the demonstration')).toEqual([]);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Product' }).click();
      await expect(page).toHaveURL('/product');
      await expectSaid(page);
      allowFailures(/\/tulip-mania$|\/outbox$/);
      await page.goto('/tulip-mania');
      await expectSaid(page);
      await page.goto('/outbox');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    });

    await test.step('pays in a window of the shop’s own', async () => {
      const buyer = await openCheckout(page, request);
      await expectSaid(page);
      const popup = await openPayment(page);
      expect(popup.url()).toContain(`${PUBLIC_URL}/pretended-paypal/checkoutnow?`);
      await expect(popup.getByText('Pretended PayPal — no money moves')).toBeVisible();
      await payNow(popup);
      await expectPaid(page, request, buyer, buyer.order.id);
      await expectSaid(page);
    });

    await test.step('pays where windows are not allowed', async () => {
      await page.addInitScript(() => {
        window.open = () => null;
      });
      const buyer = await openCheckout(page, request);
      await page
        .getByRole('region', { name: 'Payment' })
        .getByRole('button', { name: 'Pay with PayPal', exact: true })
        .click();
      await expect(page).toHaveURL(/^http:\/\/shop\.test:\d+\/pretended-paypal\/checkoutnow\?/);
      await payNow(page);
      await expectPaid(page, request, buyer, buyer.order.id);
    });
    await request.dispose();
  } finally {
    await shop.close();
  }
});
