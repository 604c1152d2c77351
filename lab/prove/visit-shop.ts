import { setTimeout as sleep } from 'node:timers/promises';
import { openHttpClient } from '../rig/http-client.ts';
import { percentile } from '../rig/statistics.ts';
import { figure } from '../rig/table.ts';
import { SHOP } from './test-environment.ts';

/** The home page and the list come from the cache, the search asks the database, the delivery is never cached. */
const PATHS = ['/', '/api/products/', '/api/products/?search=rose', '/api/delivery/'];

export type Health = { answers: number; failures: string[]; p95: number; slowest: number };
type Options = { visitors?: number; pathOf?: (visitor: number, step: number) => string; timeoutMs?: number };

/** Visitors who send one request after the other over kept connections until the returned function is called. */
export function visitShop({ visitors = 1, pathOf, timeoutMs = 10_000 }: Options = {}): () => Promise<Health> {
  const client = openHttpClient({ origin: SHOP, maxSockets: 2 * visitors, timeoutMs });
  const times: number[] = [];
  const failures: string[] = [];
  let isOver = false;
  const visit = async (visitor: number) => {
    for (let step = visitor; !isOver; step++) {
      const path = pathOf?.(visitor, step) ?? (PATHS[step % PATHS.length] as string);
      const start = performance.now();
      const reply = await client.send({ path }).catch((error: Error) => error);
      const isOk = !(reply instanceof Error) && reply.status === 200;
      if (!isOk) failures.push(`${path}: ${reply instanceof Error ? reply.message : `answered ${reply.status}`}`);
      times.push(performance.now() - start);
      await sleep(isOk ? 20 : 100);
    }
  };
  const visiting = Array.from({ length: visitors }, (_, visitor) => visit(visitor));
  return async () => {
    isOver = true;
    await Promise.all(visiting);
    client.close();
    return { answers: times.length, failures, p95: percentile(times, 0.95), slowest: Math.max(...times) };
  };
}

/** What to report if a visitor waits much longer than before; less than that many milliseconds is noise of a busy machine. */
export function findSlowdown(before: Health, during: Health, noticedMs: number): string[] {
  const isSlower = during.p95 > 2 * before.p95 && during.p95 - before.p95 > noticedMs;
  return isSlower ? [`A visitor waited ${figure(during.p95)} ms (p95), not ${figure(before.p95)} ms.`] : [];
}

export async function visitFor(ms: number): Promise<Health> {
  const leave = visitShop();
  await sleep(ms);
  return leave();
}
