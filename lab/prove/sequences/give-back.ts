import type { RefundedOrder } from '#contract/desk-change-orders.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { type HttpClient, requireStatus } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

const MOST_ORDERS = 80;
const words = 'The roses were short.';

type Press = { path: string; body: object; pounds: number };

/** Every way in which an owner gives money back. */
const PRESSES: ((order: DeskOrder) => Press)[] = [
  ({ id, money: { left } }) => toRefund(id, 1.23, { what: 'sum', amount: 1.23, words, left }),
  ({ id, money: { left, parts } }) =>
    toRefund(id, parts[0]?.amount ?? 0, { what: 'parts', parts: [parts[0]?.key], words, left }),
  ({ id, money: { left } }) => toRefund(id, left, { what: 'all', words, left }),
  ({ id, money: { left } }) => ({ path: `/api/desk/orders/${id}/cancel/`, body: { words, left }, pounds: left }),
];

const toRefund = (id: number, pounds: number, body: object): Press => ({
  path: `/api/desk/orders/${id}/refund/`,
  body,
  pounds,
});

/** Money of some of the orders goes back, each press sent twice: takings are not only what was paid. */
export async function giveBack(env: TestEnvironment, client: HttpClient): Promise<Line> {
  const { id: staffId, cookie } = await signInStaff(env.database(), 'Wren Adeyemi', ['owner']);
  const headers = { cookie: `${DESK_COOKIE}=${cookie}`, origin: SHOP };
  const lost: string[] = [];
  const orders = [...env.promised.paid].slice(-MOST_ORDERS);
  for (const [number, id] of orders.entries()) {
    const path = `/api/desk/orders/${id}/`;
    // As often as the owner is asked for the passkey.
    await env.query('update staff_sessions set confirmed_at = now() where staff_id = $1', [staffId]);
    const order = JSON.parse(requireStatus(200, { path }, await client.send({ path, headers })).text) as DeskOrder;
    const press = (PRESSES[number % PRESSES.length] as (typeof PRESSES)[number])(order);
    const twice = await Promise.all([1, 2].map(() => client.send({ ...press, headers })));
    const done = twice.flatMap(({ status, text }) => (status === 200 ? [JSON.parse(text) as RefundedOrder] : []));
    const back = done.reduce((sum, { amount }) => sum + amount, 0);
    const told = twice.map(({ status, text }) => `${status} ${status === 200 ? '' : text.slice(0, 200)}`).join(', ');
    if (back !== press.pounds) lost.push(`${press.path} of £${press.pounds} gave back £${back}: ${told}`);
  }
  return { what: 'refunds at the desk, each pressed twice', tried: orders.length * 2, faults: 0, lost };
}
