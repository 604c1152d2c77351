import type { BrowserContext } from '@playwright/test';
import { addDays, londonDay } from '#contract/delivery.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { type HttpClient, requireStatus } from '../../rig/http-client.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';
import type { Planted } from './plant.ts';
import { openPlanted, PATIENCE_MS, type PageToOpen, type Viewed } from './show-planted.ts';

type Found = { user: number; claim: number; letters: string[] };

/** What staff can write is markup too: notes, why a day is closed, the shop's address, why money goes back, their own name. */
export async function plantAtDesk(env: TestEnvironment, client: HttpClient, planted: Planted): Promise<string> {
  const { words, orderId } = planted;
  const { cookie } = await signInStaff(env.database(), words, ['owner', 'florist', 'driver']);
  const headers = { cookie: `${DESK_COOKIE}=${cookie}`, origin: SHOP, 'user-agent': words };
  const call = async (method: string, path: string, body: object) => {
    const reply = await client.send({ method, path, headers, body });
    return requireStatus(method === 'POST' && path.endsWith('notes/') ? 201 : 200, { method, path }, reply);
  };
  const { user } = await find(env, planted);
  const order = `/api/desk/orders/${orderId}/`;
  const { money } = JSON.parse((await client.send({ path: order, headers })).text);
  await call('POST', `${order}notes/`, { text: words });
  await call('POST', `${order}refund/`, { what: 'sum', amount: 0.01, words, left: money.left });
  await call('POST', `/api/desk/customers/${user}/notes/`, { text: words });
  await call('PATCH', `/api/desk/calendar/days/${addDays(londonDay(new Date()), 40)}/`, { open: false, words });
  await call('PATCH', '/api/desk/settings/shop/', { name: words, street: words, city: words });
  return cookie;
}

async function find({ query }: TestEnvironment, { orderId, email }: Planted): Promise<Found> {
  const [user] = await query<{ id: number }>('select user_id as id from orders where id = $1', [orderId]);
  const [claim] = await query<{ id: number }>('select id from claims where order_id = $1', [orderId]);
  const letters = await query<{ id: string }>('select id from letters where order_id = $1', [orderId]);
  if (!user || !claim) throw new Error(`Nothing was planted for ${email}.`);
  return { user: user.id, claim: claim.id, letters: letters.map(({ id }) => id) };
}

/** Every page of the desk that shows what customers and staff wrote. */
function listPages({ orderId, product, words }: Planted, { user, claim, letters }: Found): PageToOpen[] {
  const [today, odd] = [londonDay(new Date()), encodeURIComponent(words)];
  const order = `/desk/orders/${orderId}`;
  const shown = [
    order,
    `${order}/card`,
    `${order}/receipt`,
    `/desk/ticket/${orderId}`,
    `/desk/print/cards?ids=${orderId}`,
    `/desk/claims/${claim}`,
    '/desk/reviews',
    `/desk/customers/${user}`,
    `/desk/catalogue/${product}`,
    '/desk/settings',
    '/desk/orders',
    '/desk/customers',
    '/desk/catalogue',
    '/desk/history',
    '/desk/staff',
    ...letters.slice(0, 1).map((letter) => `${order}/letters/${letter}`),
  ];
  const others = [
    `${order}/change`,
    `${order}/refund`,
    `${order}/cancel`,
    `${order}/replace`,
    `/desk/orders/move?ids=${orderId}`,
    `/desk/print/tickets?ids=${orderId}`,
    `/desk/print/slips?ids=${orderId}`,
    `/desk/ticket/${orderId}/missing`,
    '/desk/missing',
    `/desk/orders?q=${odd}&show=${odd}`,
    `/desk/customers?find=${odd}`,
    `/desk/catalogue?find=${odd}`,
    `/desk/history?kind=${odd}&order=${orderId}`,
    `/desk/takings?period=${odd}`,
    '/desk/takings',
    '/desk/claims',
    `/desk/calendar/${addDays(today, 40)}`,
    '/desk/codes',
    `/desk/codes/${odd.replaceAll('%2F', '')}`,
    `/desk?day=${addDays(today, -1)}`,
    `/desk/deliveries?day=${addDays(today, -1)}`,
    '/desk/stems',
    '/desk/devices',
  ];
  return [...shown.map((path) => ({ path, isShown: true })), ...others.map((path) => ({ path, isShown: false }))];
}

/** Opens them as the owner: nothing planted runs or becomes markup, and the words can be read. */
export async function showAtDesk(
  context: BrowserContext,
  env: TestEnvironment,
  planted: Planted,
  cookie: string,
): Promise<Viewed> {
  await context.addCookies([{ name: DESK_COOKIE, value: cookie, url: SHOP }]);
  const seen: Viewed = { opened: 0, lost: [] };
  await using page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('dialog', (dialog) => void dialog.dismiss());
  for (const one of listPages(planted, await find(env, planted))) await openPlanted(page, one, planted, seen);
  return seen;
}
