import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Order } from '#contract/orders.ts';
import { startRefund } from '#server/features/payments/refunds/start-refund.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { createRandom, type Random } from '#server/testing/random.ts';
import type { Fault } from '../../../paypal-stand-in/faults/fault.ts';
import type { Rule } from '../../../paypal-stand-in/faults/fault-rules.ts';
import { onCall } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { type Customer, createCustomer } from '../../rig/customer.ts';
import { awaitAgreement } from '../agreement.ts';
import type { Log } from '../proof.ts';
import { requireOpen, type TestEnvironment } from '../test-environment.ts';
import { atTheDesk } from './at-the-desk.ts';
import { countEnds, type Tried } from './crash-rounds.ts';
import { KNOBS, type Knob, ONLY_CAPTURES, ONLY_REFUNDS } from './knobs.ts';
import type { Round } from './scenarios.ts';

const AT_ONCE = 6;
/** With so many each fault must have been met. */
const ENOUGH = 100;
const KNOB_NAMES = Object.keys(KNOBS) as Knob[];

/** Purchases from a provider that fails in every way it can, alone and in pairs; the shop is not killed. */
export async function meetFaults(
  env: TestEnvironment,
  { purchases, seed }: { purchases: number; seed: number },
  log: Log,
): Promise<{ tried: Tried; note: string }> {
  const { provider } = env;
  await provider.call('POST', '/standin/webhooks', { release: true });
  await provider.setFaults();
  const shop = await requireOpen(env);
  const buyOne = (number: number) => {
    if (number % 10 === 0) log(`faults, purchase ${number} of ${purchases}`);
    const random = createRandom(`${seed} purchase ${number}`);
    return buy(env, KNOB_NAMES[number % KNOB_NAMES.length] as Knob, random);
  };
  const orders = await pMap(Array(purchases).keys(), buyOne, { concurrency: AT_ONCE });
  const met = countMet((await provider.call('GET', '/standin/faults')).body as unknown as { rules: Met[] });
  await provider.setFaults();
  const { seconds, violations } = await awaitAgreement(env);
  if (purchases >= ENOUGH)
    violations.push(...met.filter(([, count]) => count === 0).map(([knob]) => `${knob} was not met`));
  const ends = await countEnds(env, orders);
  await shop.kill();
  return {
    tried: { what: 'faults of the provider', times: purchases, crashes: 0, ends, seconds, violations },
    note: `Faults that were met: ${met.map((pair) => pair.join(' ')).join(', ')}.`,
  };
}

/** One purchase, which meets that fault somewhere. Its order. */
async function buy(env: TestEnvironment, knob: Knob, random: Random): Promise<number> {
  const { provider } = env;
  const add = (rule: Rule) => provider.call('POST', '/standin/faults', { rules: [rule] });
  const customer = await createCustomer(env.client);
  const order = await customer.fillCart({ note: 'With love' });
  const isForCreating = ![...ONLY_CAPTURES, ...ONLY_REFUNDS].includes(knob) && random.roll() < 0.5;
  if (isForCreating) await add(onCall('createOrder', mix(knob, random), { nth: 1 }));
  const paypalOrder = await open(customer, order, random);
  if (!paypalOrder) return order.id;
  const onCapture = (nth: number, which: Knob) =>
    onCall('captureOrder', mix(which, random), { orderId: paypalOrder, nth });
  if (!ONLY_REFUNDS.includes(knob)) await add(onCapture(1, isForCreating ? random.oneOf(KNOB_NAMES) : knob));
  if (random.roll() < 0.3) await add(onCapture(2, random.oneOf(KNOB_NAMES)));
  await provider.approve(paypalOrder);
  // Some close the window: then only the provider's event and the sweeper know.
  if (knob !== 'allowDuplicateInvoice' && random.roll() < 0.2) return order.id;
  const pay = knob === 'allowDuplicateInvoice' ? payTwice : payOnce;
  const isPaid = await pay(env, { customer, order, paypalOrder }).catch(() => false);
  if (!isPaid) return order.id;
  env.promised.paid.add(order.id);
  if (ONLY_REFUNDS.includes(knob) || random.roll() < 0.5) await giveBack(env, { order, paypalOrder, knob, random });
  return order.id;
}

type ToGiveBack = Pick<Round, 'order' | 'paypalOrder'> & { knob: Knob; random: Random };

/** A part of it goes back, once or twice, and the provider fails at that too. */
async function giveBack(env: TestEnvironment, { order, paypalOrder, knob, random }: ToGiveBack): Promise<void> {
  const rule = onCall('refundCapture', mix(knob, random), { orderId: paypalOrder, nth: 1 });
  await env.provider.call('POST', '/standin/faults', { rules: [rule] });
  for (let times = random.between(1, 2); times > 0; times--) {
    const wanted = { amountPence: random.between(1, 1_500), reason: 'A rose was short', ...onCommandLine('flora') };
    await atTheDesk(env, async (deps, tx) => void (await startRefund(deps, tx, order.id, wanted)));
  }
}

/** A buyer tries a few times; undefined if all fail. */
async function open(customer: Customer, order: Order, random: Random): Promise<string | undefined> {
  for (let tries = 0; tries < 4; tries++) {
    const id = await customer.openPayment(order).catch(() => undefined);
    if (id) return id;
    await sleep(random.between(500, 3_000));
  }
}

async function payOnce(_env: TestEnvironment, { customer, order, paypalOrder }: Round): Promise<boolean> {
  const state = await customer.capture(order.id, paypalOrder);
  if (state !== 'waiting') return state === 'paid';
  await sleep(1_500);
  return (await customer.paymentState(order.id)) === 'paid';
}

/** Two payments of one order, both approved: the shop captures the new one, and a page the old one without us. */
async function payTwice({ provider }: TestEnvironment, { customer, order, paypalOrder }: Round): Promise<boolean> {
  const next = await customer.openPayment(await customer.changeCart(order));
  await provider.approve(next);
  const state = await customer.capture(order.id, next);
  await provider.capture(paypalOrder).catch(() => {});
  return state === 'paid';
}

function mix(knob: Knob, random: Random): Fault {
  const other = random.roll() < 0.5 ? random.oneOf(KNOB_NAMES) : knob;
  return { ...KNOBS[other](random), ...KNOBS[knob](random) };
}

type Met = Rule & { seen: number };

const countMet = ({ rules }: { rules: Met[] }): [Knob, number][] =>
  KNOB_NAMES.map((knob) => [
    knob,
    rules.filter(({ match, then, seen }) => knob in then && seen >= (match.nth ?? 1)).length,
  ]);
