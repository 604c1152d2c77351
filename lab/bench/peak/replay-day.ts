import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { countCpu } from '../../rig/processes.ts';
import type { Shop } from '../../rig/shop.ts';
import { planDay, SECONDS } from './plan-day.ts';
import type { Tape } from './tape.ts';
import { PEAK_HOUR } from './traffic-model.ts';
import type { Visitors } from './visitors.ts';

type CpuCount = ReturnType<typeof countCpu>;

/** With so many waiting at once the day is lost; more would only be a burden to the machine. */
const MOST_WAITING = 3_000;
const LAST_ANSWER_MS = 15_000;

export type Replayed = {
  tape: Tape;
  /** In the peak hour. */
  perSecond: number;
  cores: { shop: number; postgres: number; sender: number };
  isGivenUp: boolean;
};

/**
 * Replays a day. Nobody waits for the answer to somebody else, and every answer is timed from when its visitor should
 * have come: a shop that is behind cannot slow down those who come next.
 */
export async function replayDay(shop: Shop, visitors: Visitors, orders: number, seed: number): Promise<Replayed> {
  const { arrivals, peak } = planDay(orders, visitors.files, seed);
  const tape: Tape = [];
  const waiting = new Set<Promise<unknown>>();
  let cpu: Replayed['cores'] | undefined;
  const start = performance.now();
  const now = () => performance.now() - start;
  const meter = meterPeak(shop, peak, now);
  let isGivenUp = false;
  for (const arrival of arrivals) {
    // Between two that are due at once, answers are heard.
    const early = arrival.atMs - now();
    if (early > 0) await sleep(early);
    else await nextTurn();
    cpu = meter() ?? cpu;
    isGivenUp = waiting.size > MOST_WAITING;
    if (isGivenUp) break;
    const due = { hour: arrival.hour, lateMs: Math.max(0, now() - arrival.atMs), tape };
    const sent = 'single' in arrival ? visitors.sendSingle(arrival.single, due) : visitors.fillCart(arrival.visit, due);
    // A failure is on the tape already.
    const heard = sent.then(
      () => {},
      () => {},
    );
    waiting.add(heard);
    void heard.then(() => waiting.delete(heard));
  }
  await Promise.race([Promise.all(waiting), sleep(LAST_ANSWER_MS, undefined, { ref: false })]);
  const atPeak = arrivals.filter(({ hour }) => hour === PEAK_HOUR).length;
  return {
    tape: [...tape],
    perSecond: atPeak / SECONDS.peak,
    isGivenUp: isGivenUp || waiting.size > 0,
    cores: cpu ?? { shop: Number.NaN, postgres: Number.NaN, sender: Number.NaN },
  };
}

/** To be called often: tells the cores that were used in the peak hour, once it is over. */
function meterPeak(shop: Shop, [fromMs, toMs]: [number, number], now: () => number) {
  let begun: { atMs: number; ofShop: CpuCount; ofSender: CpuCount } | undefined;
  let isOver = false;
  return (): Replayed['cores'] | undefined => {
    if (isOver || now() < fromMs) return undefined;
    begun ??= { atMs: now(), ofShop: countCpu([shop.pid], shop.dataDir), ofSender: countCpu([process.pid]) };
    if (now() < toMs) return undefined;
    isOver = true;
    const { serverUs, postgresUs } = begun.ofShop();
    const us = 1_000 * (now() - begun.atMs);
    return { shop: serverUs / us, postgres: postgresUs / us, sender: begun.ofSender().serverUs / us };
  };
}
