import type { Page } from '@playwright/test';
import { addressOf } from './bouquets.ts';
import { expect, test } from './fixtures.ts';

const NAME = 'Peony Weather';

const toast = (page: Page) => page.getByRole('alert').filter({ hasText: 'Please register or login first.' });

async function press(page: Page, words: string): Promise<void> {
  // A phone may have it twice: in the page and in the bar at the bottom.
  const buttons = page.getByRole('main').getByRole('button', { name: new RegExp(`^${words} ?: ${NAME}$`) });
  await buttons.first().click();
}

test('A visitor without an account wants a bouquet: is asked to register, and the bouquet is remembered', {
  tag: ['@core', '@§2.12', '@§2.17', '@§6.5', '@§8.9', '@D16', '@G3'],
}, async ({ page, visit, request }) => {
  const address = await addressOf(NAME, request);
  for (const [from, words] of [
    ['/', 'Buy now'],
    ['/product', 'Add to Cart'],
    [address, 'Add to Cart'],
  ] as const) {
    await test.step(`${words} on ${from}`, async () => {
      await visit(from);
      await page.evaluate(() => localStorage.clear());
      await press(page, words);
      await expect(page).toHaveURL('/register');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(toast(page)).toBeVisible();
      const remembered = await page.evaluate(() => localStorage.getItem('pending_product'));
      expect(`/product/${remembered}`).toBe(address);
    });
  }
});

test.describe('A notice', () => {
  test.beforeEach(async ({ page, visit, request }) => {
    await visit(await addressOf(NAME, request));
    await press(page, 'Add to Cart');
    await expect(toast(page)).toBeVisible();
  });

  test('stands at the bottom right with a bar that runs out, and goes when pressed', {
    tag: ['@phone', '@§8.26', '@§8.27'],
  }, async ({ page, isPhone }) => {
    await expect(toast(page).getByRole('progressbar')).toBeVisible();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    // It bounces in: the final position counts.
    const gaps = async () => {
      const box = await toast(page).boundingBox();
      return box ? [Math.round(width - box.x - box.width), Math.round(height - box.y - box.height)] : [];
    };
    await expect
      .poll(async () => (await gaps()).every((gap) => gap >= 0 && gap <= 32) && (await gaps()).length === 2)
      .toBe(true);
    const box = await toast(page).boundingBox();
    if (!isPhone) expect(box?.x).toBeGreaterThan(width / 2);

    await toast(page).click();
    await expect(toast(page)).toBeHidden({ timeout: 3_000 });
  });

  test('goes by itself after five seconds, not counting those under the pointer', {
    tag: ['@§8.27', '@§9.17'],
  }, async ({ page }) => {
    const bar = toast(page).getByRole('progressbar');
    // The page's own clock: that of a busy machine's journey is late. The time runs as the bar does.
    const ranFor = () => bar.evaluate((element) => Number(element.getAnimations()[0]?.currentTime));
    await toast(page).hover();
    await expect(bar).toHaveCSS('animation-play-state', 'paused');
    const atRest = await ranFor();
    await page.waitForTimeout(2_000);
    expect(await ranFor()).toBe(atRest);
    const ending = await bar.evaluateHandle((element) => {
      const began = performance.now();
      return { took: element.getAnimations()[0]?.finished.then(() => performance.now() - began) };
    });
    await page.mouse.move(10, 10);
    await expect(toast(page)).toBeHidden({ timeout: 12_000 });
    const ranInAll = atRest + Number(await ending.evaluate(({ took }) => took));
    // Frames are some milliseconds long.
    expect(ranInAll).toBeGreaterThan(4_900);
    expect(ranInAll).toBeLessThan(8_500);
  });
});
