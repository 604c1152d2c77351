import { setTimeout as sleep } from 'node:timers/promises';
import { residentOf, watchPeak } from '../../rig/processes.ts';
import { percentile } from '../../rig/statistics.ts';
import { figure } from '../../rig/table.ts';
import { awaitAgreement } from '../agreement.ts';
import type { Line, Log } from '../proof.ts';
import { recordRequests } from '../record-requests.ts';
import type { OpenShop, TestEnvironment } from '../test-environment.ts';
import { openBrowserClient, REGISTER, walkThrough } from './journey.ts';

export type Crowd = { what: string; people: number; rampMs: number; bouquets: number[] };

/** Starts so many customers, evenly over the time, and waits until the last has bought. */
export async function runLoad(
  env: TestEnvironment,
  shop: OpenShop,
  { what, people, rampMs, bouquets }: Crowd,
  log: Log,
): Promise<Line> {
  await env.provider.call('POST', '/standin/webhooks', { release: true });
  const lost: string[] = [];
  let [inside, most, bought, returns] = [0, 0, 0, 0];
  const visit = async (number: number) => {
    await sleep((number / people) * rampMs);
    const client = openBrowserClient();
    most = Math.max(most, ++inside);
    try {
      env.promised.paid.add(await walkThrough(env, client, bouquets[number % bouquets.length] as number));
      bought++;
    } catch (error) {
      lost.push((error as Error).message);
    } finally {
      inside--;
      returns += client.retries();
      client.close();
    }
  };

  const requests = recordRequests();
  const memory = watchPeak(shop.pid, 250);
  const deadlocksBefore = (await env.deadlocks()).length;
  const start = performance.now();
  const progress = setInterval(() => log(`${what}: ${bought} of ${people} bought, ${inside} inside`), 10_000);
  await Promise.all(Array.from({ length: people }, (_, number) => visit(number)));
  clearInterval(progress);
  const seconds = (performance.now() - start) / 1000;
  requests.stop();
  const agreement = await awaitAgreement(env);
  const [peakMb, endMb] = [memory.stop() / 1024, residentOf(shop.pid) / 1024];
  if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
  const failed = requests.failed.filter((words) => !words.endsWith(' 503'));
  const byKind = Map.groupBy(requests.answers, ({ method, path }): string => {
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
      ...requests.withoutRetryAfter,
      ...requests.cut,
      ...agreement.violations,
      ...(await env.deadlocks()).slice(deadlocksBefore),
    ],
    figures: [
      `${figure(seconds)} s, at most ${most} inside`,
      `${returns} times told to come back`,
      `p50 / p95 of ${['reading', 'writing', 'registering'].map(share).join(', ')}`,
      `RSS ${figure(peakMb)} MB at its peak, ${figure(endMb)} at the end`,
      `ledgers agree after ${figure(agreement.seconds)} s`,
    ].join(', '),
  };
}
