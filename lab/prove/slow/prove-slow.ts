import { setTimeout as sleep } from 'node:timers/promises';
import { residentOf, watchPeak } from '../../rig/processes.ts';
import { figure, ratio } from '../../rig/table.ts';
import { isWanted, type Line, type Log, type Proof, scaled } from '../proof.ts';
import { type OpenShop, openTestEnvironment, requireOpen } from '../test-environment.ts';
import { findSlowdown, visitFor, visitShop } from '../visit-shop.ts';
import { gather, SLOWNESSES, type Slowness } from './slow-sockets.ts';

const SOCKETS = 2_000;
const FEWEST = 100;
const BASELINE_MS = 8_000;
const NOTICED_MS = 50;

/** Thousands of connections that send or read slowly: the shop closes them, and other visitors do not wait. */
export const slow: Proof = {
  name: 'slow',
  about: 'two thousand connections with slow headers, slow bodies or unread responses, while someone visits',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    const shop = await requireOpen(env);
    await visitFor(BASELINE_MS / 2);
    const lines: Line[] = [];
    for (const slowness of SLOWNESSES.filter(({ what }) => isWanted(options, what))) {
      const line = await sitOut(slowness, scaled(options, SOCKETS, FEWEST), shop, log);
      log(`${slowness.what}: ${line.figures}`);
      lines.push(line);
    }
    return { lines };
  },
};

async function sitOut(slowness: Slowness, count: number, shop: OpenShop, log: Log): Promise<Line> {
  const before = await visitFor(BASELINE_MS);
  const restKb = residentOf(shop.pid);
  const leave = visitShop();
  const crowd = await gather(slowness, count);
  log(`${slowness.what}: ${crowd.open()} lines are open`);
  const peak = watchPeak(shop.pid, 250);
  const end = performance.now() + slowness.endsWithinMs;
  while (crowd.open() > 0 && performance.now() < end) await sleep(250);
  const peakKb = peak.stop();
  const during = await leave();
  const lost = [...during.failures];
  await crowd.listen();
  const left = crowd.open();
  crowd.leave();
  if (left > 0) lost.push(`${left} lines are still open after ${figure(slowness.endsWithinMs / 1000)} s`);
  if (crowd.refused() > 0) lost.push(`${crowd.refused()} lines could not be opened`);
  lost.push(...findSlowdown(before, during, NOTICED_MS));
  if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
  const longest = crowd.endings.length > 0 ? Math.max(...crowd.endings) / 1000 : Number.NaN;
  const figures = [
    `hung up on within ${figure(longest)} s`,
    `a visitor's p95 ${figure(during.p95)} ms, ${ratio(during.p95, before.p95)} of ${figure(before.p95)} ms`,
    `${during.answers} answers`,
    `the shop grew by ${figure((peakKb - restKb) / 1024)} MB`,
  ].join(', ');
  return { what: slowness.what, tried: count, faults: count, lost, figures };
}
