import { expect, test } from './fixtures.ts';

declare global {
  interface Window {
    handled: number;
  }
}

/** Presses `Add to Cart` by itself in a certain moment, and counts how often the page acts on it. */
function pressWhen(moment: 'attached' | 'hydrated'): void {
  window.handled = 0;
  const store = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (key === 'pending_product') window.handled++;
    store.call(this, key, value);
  };
  const isReact = (prefix: string, target: object) =>
    Object.getOwnPropertyNames(target).some((name) => name.startsWith(prefix));
  // Between any two tasks of the page: its timers would come too late.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => /Add to Cart/.test(textContent));
    const isMoment =
      button && (moment === 'attached' ? isReact('_reactListening', document) : isReact('__reactFiber', button));
    // As a finger does it: a call of click() within click() would not be seen.
    if (isMoment) button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    else port2.postMessage(0);
  };
  addEventListener('DOMContentLoaded', () => port2.postMessage(0));
}

for (const moment of ['attached', 'hydrated'] as const) {
  test(`A press in the moment in which the page begins to listen counts once: ${moment}`, async ({ page, request }) => {
    const [bouquet] = await (await request.get('/api/products/')).json();
    await page.addInitScript(pressWhen, moment);
    await page.goto(`/product/${bouquet.id}`);
    // Without an account the bouquet is remembered, and the way leads to the form.
    await expect(page).toHaveURL(/\/register$/);
    expect(await page.evaluate(() => window.handled)).toBe(1);
  });
}
