import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Customer, createCustomer } from '../../rig/customer.ts';
import { openHttpClient } from '../../rig/http-client.ts';
import { median } from '../../rig/statistics.ts';
import { figure, ratio } from '../../rig/table.ts';
import { isWanted, type Line, type Log, type ProofOptions, scaled } from '../proof.ts';
import { type OpenShop, SHOP } from '../test-environment.ts';
import { listKinds } from './kinds-of-requests.ts';
import type { Answers, Greed, Repeated } from './send-again-and-again.ts';

const AT_ONCE = 100;
/** Of each slice; alone and beside the greedy one by turns, so that what else the machine does is in both. */
const SLICE_MS = 1_500;
const SLICES = 3;
const BEGINS_WITHIN_MS = 60_000;
const BETWEEN_VISITS_MS = 4;
/** How much longer the other visitor may wait, in the middle. */
const MOST = 2;
/** What a visitor does not notice is no failure, however short the wait was before. */
const NOTICED_MS = 25;

/** One person or network sends a hundred requests at once; another visitor, elsewhere, waits as if alone. */
export async function sendAsOne(options: ProofOptions, shop: OpenShop, bouquet: number, log: Log): Promise<Line[]> {
  using client = openHttpClient({ origin: SHOP, maxSockets: 6 });
  const [visitor, greedy] = [await createCustomer(client), await createCustomer(client)];
  const cart = await greedy.startCart(bouquet);
  const lines: Line[] = [];
  for (const kind of Object.keys(listKinds(greedy, bouquet, cart.id))) {
    const what = `one against others: ${kind}`;
    if (!isWanted(options, what)) continue;
    // A token is good for ten minutes.
    for (const person of [visitor, greedy]) await person.renew();
    const repeated = listKinds(greedy, bouquet, cart.id)[kind] as Repeated;
    const line = await measure(what, visitor, { origin: SHOP, atOnce: AT_ONCE, repeated }, options);
    if (shop.hasEnded()) line.lost.push(`The shop ended.\n${shop.words()}`);
    if (line.lost.length > 0) line.lost.push(shop.words().slice(-1_500));
    if (/The database is away/.test(shop.words())) line.lost.push('The log says that the database is away.');
    log(`${what}: ${line.figures}`);
    lines.push(line);
  }
  return lines;
}

async function measure(what: string, visitor: Customer, greed: Greed, options: ProofOptions): Promise<Line> {
  const [alone, beside]: [number[], number[]] = [[], []];
  const sliceMs = scaled(options, SLICE_MS, 500);
  const statuses: Record<string, number> = {};
  const lost: string[] = [];
  for (let slice = 0; slice < SLICES; slice++) {
    alone.push(...(await visit(visitor, sliceMs)));
    const worker = new Worker(new URL('./send-again-and-again.ts', import.meta.url), { workerData: greed });
    await once(worker, 'message', { signal: AbortSignal.timeout(BEGINS_WITHIN_MS) });
    beside.push(...(await visit(visitor, sliceMs)));
    worker.postMessage('enough');
    const [answers] = (await once(worker, 'message')) as [Answers];
    for (const [status, count] of Object.entries(answers.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
    if (answers.withoutRetryAfter > 0) lost.push(`${answers.withoutRetryAfter} refusals without Retry-After`);
  }
  const [before, during] = [median(alone), median(beside)];
  if (during > MOST * before && during > NOTICED_MS)
    lost.push(`the other visitor waits ${ratio(during, before)} as long`);
  for (const status of ['0', '500']) if (statuses[status]) lost.push(`${statuses[status]} times ${status}`);
  const counted = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return {
    what,
    tried: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    faults: 0,
    lost,
    figures: `another visitor's p50 ${figure(during)} ms, ${ratio(during, before)} of ${figure(before)} ms; ${counted.join(', ')}`,
  };
}

/** Reads the own profile again and again, one at a time: what no cache answers. */
async function visit({ call }: Customer, forMs: number): Promise<number[]> {
  const waits: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(BETWEEN_VISITS_MS)) {
    const start = performance.now();
    await call(200, 'GET', '/api/user/profile/');
    waits.push(performance.now() - start);
  }
  return waits;
}
