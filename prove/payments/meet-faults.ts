import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from '#contract/orders.ts';
import type { Fault } from '../../paypal-stand-in/faults/fault.ts';
import type { Rule } from '../../paypal-stand-in/faults/fault-rules.ts';
import { onCall } from '../../paypal-stand-in/testing/test-stand-in.ts';
import { awaitAgreement } from '../agreement.ts';
import type { Promised } from '../promised.ts';
import { createRandom, type Random } from '../random.ts';
import { enter, type Shopper } from '../shopper.ts';
import { requireOpen, type TestEnvironment } from '../test-environment.ts';
import { countEnds, type Tried } from './crash-rounds.ts';
import { KNOBS, type Knob, ONLY_CAPTURES } from './knobs.ts';
import type { Round } from './scenarios.ts';

const AT_ONCE = 6;
/** So many that each fault is met. */
const ENOUGH = 100;
const KNOB_NAMES = Object.keys(KNOBS) as Knob[];

/** Purchases from a provider that fails in every way it can, alone and in pairs; nobody kills the shop. */
export async function meetFaults(
  place: TestEnvironment,
  { purchases, seed }: { purchases: number; seed: number },
  promised: Promised,
  say: (words: string) => void,
): Promise<{ tried: Tried; note: string }> {
  const { provider } = place;
  await provider.call('POST', '/standin/webhooks', { release: true });
  await provider.setFaults();
  const shop = await requireOpen(place);
  const orders: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < purchases) {
      const number = next++;
      if (number % 10 === 0) say(`faults, purchase ${number} of ${purchases}`);
      const dice = createRandom(`${seed} purchase ${number}`);
      orders.push(await buy(place, KNOB_NAMES[number % KNOB_NAMES.length] as Knob, dice, promised));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const met = countMet((await provider.call('GET', '/standin/faults')).body as unknown as { rules: Met[] });
  await provider.setFaults();
  const { seconds, violations } = await awaitAgreement(place, promised);
  if (purchases >= ENOUGH)
    violations.push(...met.filter(([, count]) => count === 0).map(([knob]) => `${knob} was not met`));
  const ends = await countEnds(place, orders);
  await shop.kill();
  return {
    tried: { what: 'faults of the provider', times: purchases, crashes: 0, ends, seconds, violations },
    note: `Faults that were met: ${met.map((pair) => pair.join(' ')).join(', ')}.`,
  };
}

/** One purchase, which meets that fault somewhere. Its order. */
async function buy(place: TestEnvironment, knob: Knob, dice: Random, promised: Promised): Promise<number> {
  const { provider } = place;
  const add = (rule: Rule) => provider.call('POST', '/standin/faults', { rules: [rule] });
  const shopper = await enter();
  const order = await shopper.fillCart();
  const isForCreating = !ONLY_CAPTURES.includes(knob) && dice.roll() < 0.5;
  if (isForCreating) await add(onCall('createOrder', mix(knob, dice), { nth: 1 }));
  const paypalOrder = await open(shopper, order, dice);
  if (!paypalOrder) return order.id;
  const onCapture = (nth: number, which: Knob) =>
    onCall('captureOrder', mix(which, dice), { orderId: paypalOrder, nth });
  await add(onCapture(1, isForCreating ? dice.oneOf(KNOB_NAMES) : knob));
  if (dice.roll() < 0.3) await add(onCapture(2, dice.oneOf(KNOB_NAMES)));
  await provider.approve(paypalOrder);
  // Some close the window: then only the provider's event and the sweeper know.
  if (knob !== 'allowDuplicateInvoice' && dice.roll() < 0.2) return order.id;
  const pay = knob === 'allowDuplicateInvoice' ? payTwice : payOnce;
  const isPaid = await pay(place, { shopper, order, paypalOrder }).catch(() => false);
  if (isPaid) promised.paid.add(order.id);
  return order.id;
}

/** A buyer tries a few times; nothing if it is still away then. */
async function open(shopper: Shopper, order: Order, dice: Random): Promise<string | undefined> {
  for (let tries = 0; tries < 4; tries++) {
    const id = await shopper.create(order).catch(() => undefined);
    if (id) return id;
    await sleep(dice.between(500, 3_000));
  }
}

async function payOnce(_place: TestEnvironment, { shopper, order, paypalOrder }: Round): Promise<boolean> {
  const state = await shopper.capture(order.id, paypalOrder);
  if (state !== 'waiting') return state === 'paid';
  await sleep(1_500);
  return (await shopper.askStatus(order.id)) === 'paid';
}

/** Two payments of one order, both approved: the shop captures the new one, and a page the old one without us. */
async function payTwice({ provider }: TestEnvironment, { shopper, order, paypalOrder }: Round): Promise<boolean> {
  const next = await shopper.create(await shopper.changeCart(order));
  await provider.approve(next);
  const state = await shopper.capture(order.id, next);
  await provider.capture(paypalOrder).catch(() => {});
  return state === 'paid';
}

/** The knob, every other time with another one. */
function mix(knob: Knob, dice: Random): Fault {
  const other = dice.roll() < 0.5 ? dice.oneOf(KNOB_NAMES) : knob;
  return { ...KNOBS[other](dice), ...KNOBS[knob](dice) };
}

type Met = Rule & { seen: number };

const countMet = ({ rules }: { rules: Met[] }): [Knob, number][] =>
  KNOB_NAMES.map((knob) => [
    knob,
    rules.filter(({ match, then, seen }) => knob in then && seen >= (match.nth ?? 1)).length,
  ]);
