import { setTimeout as sleep } from 'node:timers/promises';
import { awaitAgreement } from './agreement.ts';
import { wasAnswered } from './fetch-json.ts';
import type { Promised } from './promised.ts';
import type { Say } from './proof.ts';
import { createRandom, type Random } from './random.ts';
import { enter, type Shopper } from './shopper.ts';
import type { TestEnvironment } from './test-environment.ts';

const SHOPPERS = 8;
const SOLD_WITHIN_MS = 30_000;
const WAYS = [
  'pays',
  'pays',
  'pays',
  'closes the window',
  'changes the cart',
  'captures without us',
  'pays twice',
] as const;

/** Something bad that is done to the shop in mid-trade; says what it was. */
export type Harm = (dice: Random) => Promise<string>;

export type Trade = {
  /** Orders that somebody began to pay for. */
  orders: number[];
  harms: number;
  /** How long the books took to agree when it was over. */
  seconds: number;
  violations: string[];
  answers: ReturnType<typeof wasAnswered>;
};

/**
 * Eight people buy as fast as they can while something is harmed every few seconds; then nothing is harmed any more, and the
 * shop's books and the provider's must come to agree.
 */
export async function buyUnder(
  place: TestEnvironment,
  harm: Harm,
  { seconds, seed, pause = [2_000, 6_000] }: { seconds: number; seed: string; pause?: [number, number] },
  promised: Promised,
  say: Say,
): Promise<Trade> {
  await place.provider.call('POST', '/standin/webhooks', { release: true });
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, enter));
  const dice = createRandom(seed);
  const tally = { orders: new Set<number>(), isOver: false };
  wasAnswered();
  const ringsBefore = (await place.deadlocks()).length;
  const buying = shoppers.map((shopper, number) =>
    buyInALoop(place, shopper, createRandom(`${seed} shopper ${number}`), promised, tally),
  );
  let harms = 0;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    await sleep(dice.between(...pause));
    const what = await harm(dice);
    say(`${++harms}: ${what}; ${promised.paid.size} orders said to be paid`);
  }
  tally.isOver = true;
  await Promise.all(buying);
  const answers = wasAnswered();
  const isOpen = await sellOnce(place, promised);
  const { seconds: waited, violations } = await awaitAgreement(place, promised);
  violations.push(...(await place.deadlocks()).slice(ringsBefore));
  if (!isOpen) violations.push(`Nobody could buy within ${SOLD_WITHIN_MS / 1000} s after it was over`);
  if (tally.orders.size === 0) violations.push('Nobody bought anything meanwhile');
  return { orders: [...tally.orders], harms, seconds: waited, violations, answers };
}

/** Nothing is harmed any more: somebody new must be able to buy. Whose payment is being cleared up still waits for that. */
async function sellOnce({ provider }: TestEnvironment, promised: Promised): Promise<boolean> {
  for (const end = Date.now() + SOLD_WITHIN_MS; Date.now() < end; await sleep(300)) {
    try {
      const shopper = await enter();
      const order = await shopper.fillCart(0, '1');
      const paypalOrder = await shopper.create(order);
      await provider.approve(paypalOrder);
      if ((await shopper.capture(order.id, paypalOrder)) !== 'paid') continue;
      promised.paid.add(order.id);
      return true;
    } catch {
      // Not yet.
    }
  }
  return false;
}

async function buyInALoop(
  { provider }: TestEnvironment,
  shopper: Shopper,
  dice: Random,
  promised: Promised,
  tally: { orders: Set<number>; isOver: boolean },
): Promise<void> {
  for (let note = 1; !tally.isOver; note++) {
    try {
      const order = await shopper.fillCart(dice.between(0, 1000), String(note));
      promised.notes.set(order.id, note);
      const paypalOrder = await shopper.create(order);
      tally.orders.add(order.id);
      await provider.approve(paypalOrder);
      const way = dice.oneOf(WAYS);
      if (way === 'closes the window') continue;
      if (way === 'changes the cart' || way === 'captures without us') await shopper.changeCart(order);
      if (way === 'captures without us') await provider.capture(paypalOrder);
      const clicks = Array.from({ length: way === 'pays twice' ? 3 : 1 }, () => shopper.capture(order.id, paypalOrder));
      const states = await Promise.allSettled(clicks);
      if (states.some((state) => state.status === 'fulfilled' && state.value === 'paid')) promised.paid.add(order.id);
    } catch {
      // The shop is away, or says no: they come back a moment later.
      await sleep(dice.between(50, 400));
    }
  }
}
