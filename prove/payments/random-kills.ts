import { buyUnder } from '../buy-under.ts';
import type { Promised } from '../promised.ts';
import type { Say } from '../proof.ts';
import { requireOpen, type TestEnvironment } from '../test-environment.ts';
import { countEnds, type Tried } from './crash-rounds.ts';

/** Eight people buy as fast as they can while the shop is killed every few seconds, wherever it happens to be. */
export async function killAtRandom(
  place: TestEnvironment,
  { seconds, seed }: { seconds: number; seed: number },
  promised: Promised,
  say: Say,
): Promise<Tried> {
  let shop = await requireOpen(place);
  const kill = async () => {
    await shop.kill();
    shop = await requireOpen(place);
    return 'the shop was killed';
  };
  const trade = await buyUnder(place, kill, { seconds, seed: `${seed} kills` }, promised, say);
  const ends = await countEnds(place, trade.orders);
  await shop.kill();
  const { harms, orders, violations } = trade;
  return { what: 'killed at random', times: orders.length, crashes: harms, ends, seconds: trade.seconds, violations };
}
