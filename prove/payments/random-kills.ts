import { buyUnder } from '../buy-under.ts';
import type { Log } from '../proof.ts';
import { requireOpen, type TestEnvironment } from '../test-environment.ts';
import type { Promised } from '../violations.ts';
import { countEnds, type Tried } from './crash-rounds.ts';

/** Eight customers buy as fast as they can while the shop is killed every few seconds. */
export async function killAtRandom(
  env: TestEnvironment,
  { seconds, seed }: { seconds: number; seed: number },
  promised: Promised,
  log: Log,
): Promise<Tried> {
  let shop = await requireOpen(env);
  const kill = async () => {
    await shop.kill();
    shop = await requireOpen(env);
    return 'the shop was killed';
  };
  const what = 'killed at random';
  const trade = await buyUnder(env, what, kill, { seconds, seed: `${seed} kills` }, promised, log);
  const ends = await countEnds(env, trade.orders);
  await shop.kill();
  const { orders, faults: crashes, violations } = trade;
  return { what, times: orders.length, crashes, ends, seconds: trade.seconds, violations };
}
