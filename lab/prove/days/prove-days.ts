import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, formatDay, londonDay, nextOpenDay } from '#contract/delivery.ts';
import { DEFAULT_RULES } from '#contract/delivery-rules.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { readConfig } from '#server/config.ts';
import { makeAccounts, SECRET } from '../../rig/accounts.ts';
import { fromNewNetwork } from '../../rig/customer.ts';
import { type HttpClient, openHttpClient } from '../../rig/http-client.ts';
import { figure } from '../../rig/table.ts';
import { awaitAgreement, countSoldBefore } from '../agreement.ts';
import { type Log, type Proof, scaled } from '../proof.ts';
import { openTestEnvironment, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';

const PEOPLE = 1_000;
const PLACES = 40;
/** Killed when so many of the people know where they are. */
const KILLED_AT = [0.005, 0.02, 0.3];
const AT_ONCE = 40;
const PATIENCE_MS = 480_000;
const SETTINGS = { settings: { JWT_SECRET: SECRET } };

type Buyer = { order: number; goods: number; headers: Record<string, string>; payment: string };
type End = PaymentStatus & { isRefused: boolean };

/** A place is taken when the capture begins: never one too many, never one left over while somebody is refused. */
export const days: Proof = {
  name: 'days',
  about: '1,000 buyers at once after the last 40 places of a day, the shop killed in the middle',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    let shop = await requireOpen(env, SETTINGS);
    await countSoldBefore(env);
    const day = nextOpenDay(addDays(londonDay(new Date()), 5), DEFAULT_RULES);
    const people = scaled(options, PEOPLE, 100);
    const places = scaled(options, PLACES, 10);
    const buyers = await approveAll(env, day, people, log);
    await env.query('insert into delivery_days (day, orders_a_day) values ($1, $2)', [day, places]);
    await env.provider.call('POST', '/standin/webhooks', { hold: true });

    // Who waits long is still served; who is killed knows it at once.
    using client = openHttpClient({ origin: SHOP, keepAlive: false, timeoutMs: PATIENCE_MS });
    const ends = new Map<number, End>();
    const start = performance.now();
    const buying = Promise.all(buyers.map(async (buyer) => ends.set(buyer.order, await pay(client, buyer))));
    let faults = 0;
    for (const share of KILLED_AT) {
      while (ends.size < share * people) await sleep(20);
      await shop.kill();
      log(`killed when ${ends.size} of ${people} knew where they are`);
      shop = await requireOpen(env, SETTINGS);
      faults++;
    }
    await buying;
    const seconds = (performance.now() - start) / 1000;
    const agreement = await awaitAgreement(env);
    const lost = [...(await findLost(env, { day, places, buyers, ends })), ...agreement.violations];
    const paid = [...ends.values()].filter(({ state }) => state === 'paid').length;
    const figures = `${paid} paid, ${people - paid} refused in words within ${figure(seconds)} s, ledgers agree after ${figure(agreement.seconds)} s`;
    const what = `${people.toLocaleString('en-GB')} at once after the last ${places} places of a day`;
    return { lines: [{ what, tried: people, faults, lost, figures }] };
  },
};

/** People who have chosen the day, while it had room for all, and approved their payment. */
async function approveAll(env: TestEnvironment, day: string, people: number, log: Log): Promise<Buyer[]> {
  const accounts = await makeAccounts(env.query, readConfig({ PUBLIC_URL: SHOP }, { opens: false }));
  await accounts.renew();
  const carts = await accounts.emptyCarts(people);
  await env.query(
    'update carts set delivery_date = $1, shipping_address_id = (select min(id) from addresses where user_id = carts.user_id)',
    [day],
  );
  const buyers: Buyer[] = [];
  const approve = async () => {
    for (let order = carts.pop(); order !== undefined; order = carts.pop()) {
      const headers = { authorization: `Bearer ${accounts.at(people - carts.length - 1).token}`, ...fromNewNetwork() };
      buyers.push(await approveOne(env, order, headers));
    }
  };
  carts.reverse();
  await Promise.all(Array.from({ length: AT_ONCE }, approve));
  log(`${buyers.length} payments are approved`);
  return buyers;
}

async function approveOne(
  { client, provider }: TestEnvironment,
  order: number,
  headers: Buyer['headers'],
): Promise<Buyer> {
  const cart = JSON.parse((await client.send({ path: `/api/user/orders/${order}/`, headers })).text);
  const body = { order_id: order, amount: cart.total_cost };
  const reply = await client.send({ path: '/api/user/payments/paypal/create-order/', headers, body });
  const { id } = JSON.parse(reply.text);
  if (!id) throw new Error(`A payment could not be opened: ${reply.status} ${reply.text}`);
  await provider.approve(id);
  return { order, goods: cart.total_cost, headers, payment: id };
}

/** Comes back until the shop has said how it ended. */
async function pay(client: HttpClient, { order, headers, payment }: Buyer): Promise<End> {
  const path = '/api/user/payments/paypal/capture-order/';
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(500 + Math.random() * 1_500)) {
    const body = { order_id: order, paypal_order_id: payment };
    const reply = await client.send({ path, headers, body }).catch(() => undefined);
    if (reply?.status !== 200) continue;
    const answer = JSON.parse(reply.text) as PaymentStatus;
    if (answer.state !== 'waiting') return { ...answer, isRefused: answer.state === 'changed' };
  }
  return { order_id: order, state: 'waiting', detail: 'The shop never said.', isRefused: false };
}

type Sale = { day: string; places: number; buyers: Buyer[]; ends: Map<number, End> };

async function findLost(env: TestEnvironment, { day, places, buyers, ends }: Sale): Promise<string[]> {
  const lost: string[] = [];
  const taken = await env.query<{ id: number; stage: string }>(
    "select id, stage from orders where delivery_date = $1 and stage <> 'cancelled'",
    [day],
  );
  if (taken.length !== places) lost.push(`${taken.length} of ${places} places are taken`);
  const paidFor = new Set(taken.filter(({ stage }) => stage === 'to tie').map(({ id }) => id));
  const charged = new Set((await env.provider.ledger()).map(({ invoice_id }) => Number(invoice_id?.split('-').at(-2))));
  const words = `${formatDay(day)} is full. The next possible day is `;
  for (const { order } of buyers) {
    const end = ends.get(order);
    const isPaid = end?.state === 'paid';
    const isTold =
      isPaid || (end?.isRefused && end.detail.startsWith(words) && end.detail.endsWith('Nothing has been charged.'));
    if (!isTold || isPaid !== paidFor.has(order) || isPaid !== charged.has(order)) {
      lost.push(JSON.stringify({ order, end, hasPlace: paidFor.has(order), isCharged: charged.has(order) }));
    }
  }
  return lost;
}
