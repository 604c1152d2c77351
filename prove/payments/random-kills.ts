import { setTimeout as sleep } from 'node:timers/promises';
import { awaitAgreement } from './agreement.ts';
import { countEnds, requireOpen, type Tried } from './crash-rounds.ts';
import { castDice, type Dice } from './dice.ts';
import type { Place } from './place.ts';
import { enter, type Shopper } from './shopper.ts';
import type { Promised } from './violations.ts';

const SHOPPERS = 8;
const WAYS = [
  'pays',
  'pays',
  'pays',
  'closes the window',
  'changes the cart',
  'captures without us',
  'pays twice',
] as const;

/** Eight people buy as fast as they can while the shop is killed every few seconds, wherever it happens to be. */
export async function killAtRandom(
  place: Place,
  { seconds, seed }: { seconds: number; seed: number },
  promised: Promised,
  say: (words: string) => void,
): Promise<Tried> {
  await place.provider.call('POST', '/standin/webhooks', { release: true });
  let shop = await requireOpen(place);
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, enter));
  const dice = castDice(`${seed} kills`);
  const tally = { orders: new Set<number>(), isOver: false };
  const buying = shoppers.map((shopper, place_) =>
    buyInALoop(place, shopper, castDice(`${seed} shopper ${place_}`), promised, tally),
  );
  let kills = 0;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    await sleep(dice.between(2_000, 6_000));
    await shop.kill();
    say(`random kills: ${++kills}, ${promised.paid.size} orders said to be paid`);
    shop = await requireOpen(place);
  }
  tally.isOver = true;
  await Promise.all(buying);
  await shop.kill();
  shop = await requireOpen(place);
  const { seconds: waited, violations } = await awaitAgreement(place, promised);
  const ends = await countEnds(place, [...tally.orders]);
  await shop.kill();
  return { what: 'killed at random', times: tally.orders.size, crashes: kills, ends, seconds: waited, violations };
}

async function buyInALoop(
  { provider }: Place,
  shopper: Shopper,
  dice: Dice,
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
