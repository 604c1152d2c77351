import { setTimeout as sleep } from 'node:timers/promises';
import { residentOf } from '../../bench/processes.ts';
import { percentile } from '../../bench/statistics.ts';
import { figure } from '../../bench/table.ts';
import { awaitAgreement } from '../agreement.ts';
import type { Promised } from '../promised.ts';
import type { Line, Say } from '../proof.ts';
import { followLog } from '../read-log.ts';
import type { OpenShop, TestEnvironment } from '../test-environment.ts';
import { REGISTER, walkThrough } from './journey.ts';
import { makeCustomer } from './patient-customer.ts';

export type Crowd = { what: string; people: number; rampMs: number; bouquets: number[] };

/** Lets so many people in, evenly over the time, and waits until the last has bought. */
export async function runLoad(
  place: TestEnvironment,
  shop: OpenShop,
  { what, people, rampMs, bouquets }: Crowd,
  promised: Promised,
  say: Say,
): Promise<Line> {
  await place.provider.call('POST', '/standin/webhooks', { release: true });
  const lost: string[] = [];
  let [inside, most, bought, returns] = [0, 0, 0, 0];
  const visit = async (number: number) => {
    await sleep((number / people) * rampMs);
    const customer = makeCustomer();
    most = Math.max(most, ++inside);
    try {
      promised.paid.add(await walkThrough(place, customer, bouquets[number % bouquets.length] as number));
      bought++;
    } catch (error) {
      lost.push((error as Error).message);
    } finally {
      inside--;
      returns += customer.returns();
      customer.leave();
    }
  };

  const lines = followLog();
  const memory = watchMemory(shop.pid);
  const ringsBefore = (await place.deadlocks()).length;
  const start = performance.now();
  const progress = setInterval(() => say(`${what}: ${bought} of ${people} bought, ${inside} inside`), 10_000);
  await Promise.all(Array.from({ length: people }, (_, number) => visit(number)));
  clearInterval(progress);
  const seconds = (performance.now() - start) / 1000;
  lines.stop();
  const agreement = await awaitAgreement(place, promised);
  const { peakMb, endMb } = memory.stop();
  if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
  const failed = lines.failed.filter((words) => !words.endsWith(' 503'));
  const byKind = Map.groupBy(lines.answers, ({ method, path }): string => {
    if (path === REGISTER) return 'registering';
    return method === 'GET' ? 'reading' : 'writing';
  });
  const share = (kind: string) => {
    const all = byKind.get(kind)?.map(({ ms }) => ms) ?? [];
    return `${kind} ${figure(percentile(all, 0.5))} / ${figure(percentile(all, 0.95))} ms`;
  };
  return {
    what,
    tried: people,
    faults: 0,
    lost: [
      ...lost,
      ...failed,
      ...lines.rude,
      ...lines.cut,
      ...agreement.violations,
      ...(await place.deadlocks()).slice(ringsBefore),
    ],
    figures: [
      `${figure(seconds)} s, at most ${most} inside`,
      `${returns} times told to come back`,
      `p50 / p95 of ${['reading', 'writing', 'registering'].map(share).join(', ')}`,
      `RSS ${figure(peakMb)} MB at its peak, ${figure(endMb)} at the end`,
      `books agree after ${figure(agreement.seconds)} s`,
    ].join(', '),
  };
}

function watchMemory(pid: number) {
  let peakKb = 0;
  const look = () => {
    peakKb = Math.max(peakKb, residentOf(pid) || 0);
  };
  const timer = setInterval(look, 250);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { peakMb: peakKb / 1024, endMb: residentOf(pid) / 1024 };
    },
  };
}
