import { awaitAgreement } from '../agreement.ts';
import { wasNotAnswered } from '../fetch-json.ts';
import type { Promised } from '../promised.ts';
import { requireOpen, type TestEnvironment } from '../test-environment.ts';
import type { Round, Scenario } from './scenarios.ts';

/** How long a point may take to be reached: the clockwork of the jobs looks every fifteen seconds. */
const REACH_MS = 25_000;
const MOST_TRIES = 12;
const AT_ONCE = 4;

export type Tried = { what: string; times: number; crashes: number; ends: Ends; seconds: number; violations: string[] };
export type Ends = { paid: number; refunded: number; free: number };

/** Kills the shop at one point, round after round, opens it whole and waits until all is right again. */
export async function crashAt(
  place: TestEnvironment,
  { scenario, point, times }: { scenario: Scenario; point: string; times: number },
  promised: Promised,
  say: (words: string) => void,
): Promise<Tried> {
  const what = `${scenario.name}: ${point}`;
  const rounds = await prepare(place, scenario, times);
  const violations: string[] = [];
  let crashes = 0;
  for (const [number, round] of rounds.entries()) {
    say(`${what}, round ${number + 1} of ${times}`);
    const met = await crashOnce(place, scenario, round, point);
    crashes += met;
    if (met === 0) violations.push(`${what}: not reached in round ${number + 1}`);
  }
  const shop = await requireOpen(place);
  if (scenario.events !== 'never') await place.provider.call('POST', '/standin/webhooks', { release: true });
  const agreement = await awaitAgreement(place, promised);
  violations.push(...agreement.violations.map((violation) => `${what}: ${violation}`));
  const ends = await countEnds(
    place,
    rounds.map(({ order }) => order.id),
  );
  await shop.kill();
  return { what, times, crashes, ends, seconds: agreement.seconds, violations };
}

/** Everybody up to the last step, in a whole shop that hears nothing of the provider meanwhile. */
async function prepare(place: TestEnvironment, scenario: Scenario, times: number): Promise<Round[]> {
  await place.provider.call('POST', '/standin/webhooks', { hold: true });
  const shop = await requireOpen(place);
  const rounds: Round[] = [];
  const lane = async () => {
    while (rounds.length + inHand < times) {
      inHand++;
      rounds.push(await scenario.prepare(place).finally(() => inHand--));
    }
  };
  let inHand = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await shop.kill();
  return rounds;
}

/** How often the shop died in this round: more than once where an earlier round's work leads there by itself. */
async function crashOnce(place: TestEnvironment, scenario: Scenario, round: Round, point: string): Promise<number> {
  await scenario.before?.(place, round);
  let crashes = 0;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await place.provider.call('POST', '/standin/webhooks', { hold: scenario.events !== 'always' });
    const shop = await place.openShop({ crashAt: point });
    if (!shop) {
      crashes++;
      if (scenario.act) continue;
      return crashes;
    }
    const wasHeard = await hear(async () => scenario.act?.(place, round));
    const hasEnded = await shop.ends(wasHeard ? REACH_MS : 1_000);
    if (hasEnded) crashes++;
    else await shop.kill();
    if (wasHeard) return crashes;
  }
  return crashes;
}

/** False if nobody was there to hear the buyer. That the shop died before it answered is what we came for. */
async function hear(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    return !wasNotAnswered(error);
  }
}

/** What became of these orders. */
export async function countEnds({ provider, query }: TestEnvironment, ids: number[]): Promise<Ends> {
  const completed = await query<{ id: number }>(`select id from orders where status = 'C' and id = any($1)`, [ids]);
  const back = new Set((await provider.ledger()).filter(({ kind }) => kind === 'refund').map((line) => line.custom_id));
  const refunded = await query<{ id: number }>(
    `select distinct order_id as id from payments where order_id = any($1) and id::text = any($2)
      and exists (select from orders where orders.id = order_id and status = 'P')`,
    [ids, [...back]],
  );
  const [paid, given] = [completed.length, refunded.length];
  return { paid, refunded: given, free: ids.length - paid - given };
}
