import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { createCustomer } from '../../rig/customer.ts';
import type { TestEnvironment } from '../test-environment.ts';
import type { Event } from './transmissions.ts';

const AT_ONCE = 4;
const FOLLOWED_MS = 90_000;

/** Acts on a few at once; all that was found. */
export const findInAll = async <T>(all: T[], act: (one: T) => Promise<string[]>): Promise<string[]> =>
  (await pMap(all, act, { concurrency: AT_ONCE })).flat();

export type Round = { orderId: number; events: Event[] };

/** Orders that are approved, or captured by the shop as well, with the provider's events of each. */
export async function prepare(env: TestEnvironment, count: number, { isCaptured = false } = {}): Promise<Round[]> {
  const prepareOne = async () => {
    const customer = await createCustomer(env.client);
    const order = await customer.fillCart({ note: 'With love' });
    const paypalOrder = await customer.openPayment(order);
    await env.provider.approve(paypalOrder);
    if (isCaptured && (await customer.capture(order.id, paypalOrder)) === 'paid') env.promised.paid.add(order.id);
    return { orderId: order.id, paypalOrder };
  };
  const made = await pMap(Array(count).keys(), prepareOne, { concurrency: AT_ONCE });
  const events = await listEvents(env);
  return made.map(({ orderId, paypalOrder }) => ({
    orderId,
    events: events.filter((event) => JSON.stringify(event).includes(paypalOrder)),
  }));
}

export async function listEvents({ provider }: TestEnvironment): Promise<Event[]> {
  const { body } = await provider.call('GET', '/v1/notifications/webhooks-events?page_size=100000');
  return (body as unknown as { events: Event[] }).events.reverse();
}

/** Waits until the shop has processed every event that it stored; those that are left. */
export async function awaitFollowed({ query }: TestEnvironment): Promise<string[]> {
  const LEFT = 'select id, type from webhook_events where processed_at is null';
  let left = await query<{ id: string; type: string }>(LEFT);
  for (const end = Date.now() + FOLLOWED_MS; left.length > 0 && Date.now() < end; left = await query(LEFT))
    await sleep(500);
  return left.map(({ id, type }) => `${type} ${id} was never followed`);
}

export async function listOpen({ query }: TestEnvironment, orders: number[]): Promise<number[]> {
  const found = await query<{ id: number }>(
    `select id from order_numbers where id = any($1)
    and id not in (select id from orders where status = 'C')`,
    [orders],
  );
  return found.map(({ id }) => id);
}
