import type { ElementHandle, Locator, Page } from '@playwright/test';
import { addressOf } from './bouquets.ts';
import { badge, FIRST, openCheckout, payment, SECOND } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { notice, signInPerson, whereNoticesStand } from './people.ts';

function addByKeyboard(page: Page): Promise<void> {
  // A phone may have it twice: in the page and in the bar at the bottom.
  const buttons = page.getByRole('main').getByRole('button', { name: `Add to Cart: ${FIRST}` });
  return buttons.first().press('Enter');
}

test('A bouquet goes into the cart: one notice says so, Tab leads from the button to the cart, and the button remembers', async ({
  page,
  visit,
  request,
}) => {
  await signInPerson(page, request);
  await visit(await addressOf(FIRST, request));
  const main = page.getByRole('main');
  await addByKeyboard(page);
  const said = notice(page, `${FIRST} is in your cart. See your cart`);
  await expect(said).toHaveClass(/toast--success/);
  const added = main.getByRole('button', { name: `In your cart: ${FIRST}, add another` });
  await expect(added.first()).toHaveText(/In your cart$/);

  await test.step('said again, it is still one', async () => {
    await added.first().press('Enter');
    await expect(badge(page)).toHaveAccessibleName('Cart, 2 items');
    await expect(said).toHaveCount(1);
    await expect(page.getByText(`${FIRST} is in your cart.`)).toHaveCount(1);
  });

  await test.step('Tab goes to the way to the cart, which waits there, and on to where it would have gone', async () => {
    const link = said.getByRole('link', { name: 'See your cart' });
    const bar = said.getByRole('progressbar');
    await expect(added.first()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(bar).toHaveCSS('animation-play-state', 'paused');
    await page.keyboard.press('Shift+Tab');
    await expect(added.first()).toBeFocused();
    await expect(bar).toHaveCSS('animation-play-state', 'running');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(link).not.toBeFocused();
    await expect(added.first()).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(added.first()).toBeFocused();
  });

  await test.step('said again while the focus is on the way to the cart, it stays there', async () => {
    const link = said.getByRole('link', { name: 'See your cart' });
    await added.first().press('Enter');
    await expect(badge(page)).toHaveAccessibleName('Cart, 3 items');
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    const before = await link.elementHandle();
    await added.first().dispatchEvent('click');
    await page.waitForFunction((element) => !element?.isConnected, before);
    await expect(link).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(added.first()).toBeFocused();
  });

  await test.step('the button says so as long as one is here, and the next page does not', async () => {
    await expect(said).toBeHidden({ timeout: 12_000 });
    await expect(added.first()).toBeVisible();
    await main.getByRole('link', { name: 'Products', exact: true }).click();
    await expect(main.getByRole('button', { name: `Add to Cart: ${FIRST}` })).toBeVisible();
  });

  await test.step('another bouquet takes its place', async () => {
    await main.getByRole('button', { name: `Add to Cart: ${FIRST}` }).click();
    await expect(said).toBeVisible();
    await main.getByRole('button', { name: `Add to Cart: ${SECOND}` }).click();
    await expect(notice(page, `${SECOND} is in your cart.`)).toBeVisible();
    await expect(notice(page, 'is in your cart.')).toHaveCount(1);
    await notice(page, SECOND).getByRole('link').click();
    await expect(page).toHaveURL('/cart');
  });
});

test('A notice that slides in under the pointer stays until the pointer leaves', async ({ page, visit, request }) => {
  await signInPerson(page, request);
  await visit(await addressOf(FIRST, request));
  const [x, y] = whereNoticesStand(page);
  await page.mouse.move(x, y);
  await addByKeyboard(page);
  const said = notice(page, `${FIRST} is in your cart.`);
  await expect(said).toBeVisible();
  // A hand is never quite still: the browser hears of the pointer while the notice is sliding.
  for (let moves = 0; moves < 20; moves += 1) {
    await page.mouse.move(x + (moves % 2), y);
    await page.waitForTimeout(50);
  }
  await page.waitForTimeout(6_000);
  await expect(said.getByRole('progressbar')).toHaveCSS('animation-play-state', 'paused');
  await page.mouse.move(10, 10);
  await expect(said).toBeHidden();
});

test('A notice stays when the browser says that its bar has ended before it has run', async ({
  page,
  visit,
  request,
}) => {
  await signInPerson(page, request);
  await visit(await addressOf(FIRST, request));
  await addByKeyboard(page);
  const said = notice(page, `${FIRST} is in your cart.`);
  const bar = said.getByRole('progressbar');
  await expect(bar).toHaveCSS('animation-play-state', 'running');
  const endAfter = (seconds: number) =>
    bar.evaluate(async (element, elapsedTime) => {
      element.dispatchEvent(new AnimationEvent('animationend', { elapsedTime, bubbles: true }));
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }, seconds);
  // Chromium says so when a slow phone draws the first frame late.
  await endAfter(0);
  expect(await said.count()).toBe(1);
  await endAfter(5);
  expect(await said.count()).toBe(0);
});

/**
 * Scrolls each element that must stay clear to the lower edge, and measures the notice beside it. A notice is shown for
 * five seconds: a hovering mouse stops its timer, and where there is no mouse everything is measured in one go.
 */
async function expectClear(page: Page, said: Locator, pressedNext: Locator, isPhone: boolean): Promise<void> {
  await expect(said).toBeVisible();
  if (!isPhone) await said.hover();
  await expect(pressedNext).not.toHaveCount(0);
  await expect(said).not.toHaveClass(/Toastify--animate/);
  const measured = await said.evaluate(
    async (notice, targets) => {
      const frame = () => new Promise(requestAnimationFrame);
      const boxes = [];
      for (const target of targets) {
        target.scrollIntoView({ block: 'end', behavior: 'instant' });
        for (let frames = 0; frames < 10; frames += 1) await frame();
        boxes.push({
          notice: notice.getBoundingClientRect().toJSON(),
          target: target.getBoundingClientRect().toJSON(),
        });
      }
      return boxes as Record<'notice' | 'target', DOMRectReadOnly>[];
    },
    (await pressedNext.elementHandles()) as ElementHandle<Element>[],
  );
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const { notice: it, target } of measured) {
    const isBeside =
      it.bottom <= target.top || target.bottom <= it.top || it.right <= target.left || target.right <= it.left;
    expect(isBeside, `${JSON.stringify(it)} covers ${JSON.stringify(target)} at ${width} px`).toBe(true);
    expect(it.height > 0 && it.top >= 0 && it.bottom <= height, 'it is in sight').toBe(true);
  }
}

test('No notice covers what is pressed or read next: a bouquet’s button and picture, Check Out Now, the ways to pay, the sums', {
  tag: '@phone',
}, async ({ page, request, isPhone }) => {
  test.slow();
  await openCheckout(page, request);
  // Until it knows who is here, this page would take the pending bouquet itself.
  await expect(payment(page).getByRole('button').first()).toBeVisible();
  const detail = await addressOf(FIRST, request);
  const product = detail.split('/').at(-1) ?? '';
  const said = notice(page, `${FIRST} is in your cart.`);
  /** Opens a page with a pending bouquet, which the page then puts into the cart. */
  const arrive = async (address: string) => {
    await page.evaluate((id) => sessionStorage.setItem('pending_product', id), product);
    // It has said so and gone before a busy machine has made the page interactive.
    await page.goto(address, { waitUntil: 'commit' });
  };
  for (const [width, height] of isPhone
    ? [[360, 640]]
    : [
        [768, 1024],
        [1440, 900],
        [1920, 1080],
      ]) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    await test.step(`${width} px`, async () => {
      await arrive(detail);
      if (isPhone) await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      const button = page.getByRole('main').getByRole('button', { name: `Add to Cart: ${FIRST}` });
      await expectClear(page, said, button.filter({ visible: true }).last(), isPhone);
      await arrive(detail);
      const picture = page.getByRole('button', { name: `Whole bouquet of ${FIRST}, larger` });
      await expectClear(page, said, picture, isPhone);

      await arrive('/cart');
      await expectClear(page, said, page.getByRole('button', { name: 'Check Out Now' }).last(), isPhone);
      await arrive('/cart');
      const sums = page.getByRole('main').getByRole('definition').filter({ hasText: '£', visible: true });
      await expectClear(page, said, sums, isPhone);

      await arrive('/cart?step=address');
      await expectClear(page, said, payment(page).getByRole('button'), isPhone);
      await arrive('/cart?step=address');
      const sumsHere = page.locator('main aside').locator('summary, dd').filter({ hasText: '£', visible: true });
      await expectClear(page, said, sumsHere, isPhone);
    });
  }
});
