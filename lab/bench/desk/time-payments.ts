import { chromium, type Page } from '@playwright/test';

import { DESK_COOKIE } from '#contract/staff.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { createCustomer } from '../../rig/customer.ts';
import { getOk, openHttpClient } from '../../rig/http-client.ts';
import { holdLine } from '../../rig/live-line.ts';
import { percentile } from '../../rig/statistics.ts';
import { against, figure, type Table } from '../../rig/table.ts';
import { withChromium } from '../chromium.ts';
import type { ShopWithTill } from '../pages/buyer.ts';
import { untilHydrated } from '../pages/phone.ts';

const LINES = 20;
const PAYMENTS = 15;
const AIM_MS = 2_000;
const PATIENCE_MS = 20_000;

/** Orders that are bought while twenty desks are open: how long after the buyer heard of it each of them does. */
export async function timePayments(shop: ShopWithTill): Promise<Table> {
  const florist = await signInStaff(shop.connectionString, 'Wren Adeyemi', ['florist']);
  const cookie = `${DESK_COOKIE}=${florist.cookie}`;
  using client = openHttpClient({ origin: shop.url, keepAlive: false });
  const customer = await createCustomer(client);
  await customer.requireAddress();
  const { day } = JSON.parse((await getOk(client, '/api/delivery/')).text) as { day: string };
  using lines = openLines(shop.url, cookie);
  await lines.areOpen();
  const [onLines, onScreen]: [number[], number[]] = [[], []];
  await withChromium(async (port) => {
    await using browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    await using context = await browser.newContext({ viewport: { width: 1180, height: 820 }, locale: 'en-GB' });
    await context.addCookies([{ name: DESK_COOKIE, value: florist.cookie, url: shop.url }]);
    const page = await context.newPage();
    await page.goto(`${shop.url}/desk?day=${day}`);
    await untilHydrated(page);
    for (let number = 0; number < PAYMENTS; number++) {
      const cart = await customer.fillCart({ pick: number });
      const payment = await customer.openPayment(cart);
      await shop.provider.approve(payment);
      const heard = lines.hear(`order ${cart.id}`);
      const seen = see(page, cart.id);
      if ((await customer.capture(cart.id, payment)) !== 'paid') throw new Error(`Order ${cart.id} was not paid.`);
      const paidAt = Date.now();
      onLines.push(...(await heard).map((at) => at - paidAt));
      onScreen.push((await seen) - paidAt);
    }
  });
  return {
    title: `From the buyer's answer to the desk, ${LINES} lines open, ms`,
    columns: ['', 'times', 'p50', 'p99', `longest, ≤ ${figure(AIM_MS)} ms`],
    rows: [
      toRow(`each of ${LINES} lines is told`, onLines),
      toRow('the ticket is on the screen in Chromium', onScreen),
    ],
    notes: [
      'Paid through the pretended PayPal. The desk is told when the payment is committed, which is before the buyer has the answer: negative times are lines that were faster.',
    ],
  };
}

const toRow = (name: string, all: number[]): string[] => {
  const longest = Math.max(...all);
  const figures = [0.5, 0.99].map((share) => figure(percentile(all, share)));
  return [name, String(all.length), ...figures, against(figure(longest), longest <= AIM_MS)];
};

function openLines(origin: string, cookie: string) {
  const listeners = new Set<(line: number, names: string) => void>();
  const stack = new DisposableStack();
  const open = Array.from({ length: LINES }, (_, line) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onChange = (names: string) => {
      for (const tell of listeners) tell(line, names);
    };
    stack.use(holdLine({ origin, cookie, onOpen: resolve, onChange }));
    return promise;
  });
  return {
    areOpen: () => Promise.all(open),
    /** When each line first names it. */
    hear: (name: string): Promise<number[]> =>
      new Promise((resolve, reject) => {
        const at = new Map<number, number>();
        const timer = setTimeout(reject, PATIENCE_MS, new Error(`Only ${at.size} lines told of ${name}.`));
        const listen = (line: number, names: string) => {
          if ((names === '' || names.split(',').includes(name)) && !at.has(line)) at.set(line, Date.now());
          if (at.size < LINES) return;
          clearTimeout(timer);
          listeners.delete(listen);
          resolve([...at.values()]);
        };
        listeners.add(listen);
      }),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

/** When the page shows the order. */
const see = (page: Page, order: number): Promise<number> =>
  page.evaluate(
    ([id, patienceMs]) =>
      new Promise<number>((resolve, reject) => {
        const look = () => document.querySelector(`[data-order="${id}"]`) !== null;
        const timer = setTimeout(() => reject(new Error(`Order ${id} is not on the screen.`)), patienceMs);
        new MutationObserver((_changes, observer) => {
          if (!look()) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => resolve(Date.now()));
        }).observe(document.body, { childList: true, subtree: true });
      }),
    [order, PATIENCE_MS] as const,
  );
