import { setTimeout as sleep } from 'node:timers/promises';
import { listOnSale } from '../../rig/customer.ts';
import type { HttpClient } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import type { TestEnvironment } from '../test-environment.ts';
import type { Varnish } from './varnish.ts';

/** A minute in the cache, and ten seconds in which the old page is sent while the new one is fetched. */
const SEEN_WITHIN_S = 70;
/** The shop hears of a change, renders and is asked, on a busy machine. */
const BUSY_S = 5;

const namesOf = (round: number) => `Proof bouquet ${round} of ${process.pid}`;

/** A bouquet gets another name under visitors who look all the time; the last place that still shows the old one counts. */
export async function seeChanges(env: TestEnvironment, rounds: number): Promise<Line> {
  const lost: string[] = [];
  const times: number[] = [];
  const [product] = await listOnSale(env.client);
  const id = product?.id ?? 0;
  const paths = ['/product', `/product/${id}`, '/api/products/', `/api/products/${id}/`, `/product/${id}.data`];
  for (let round = 1; round <= rounds; round++) {
    // Just stored, so that the whole minute is still to come.
    for (const path of paths) await env.client.send({ path });
    const name = namesOf(round);
    await env.query('update products set name = $1 where id = $2', [name, id]);
    const start = performance.now();
    await Promise.all(
      paths.map(async (path) => {
        const seconds = await secondsUntil(env.client, path, name);
        times.push(seconds);
        if (seconds > SEEN_WITHIN_S + BUSY_S) lost.push(`${path} showed the old name for ${seconds.toFixed(0)} s`);
      }),
    );
    if (performance.now() - start < 1_000) lost.push('Nothing was cached: the change was seen at once everywhere.');
  }
  return {
    what: 'a changed bouquet is seen',
    tried: times.length,
    faults: rounds,
    lost,
    figures: `everywhere within ${Math.max(...times).toFixed(1)} s (stated: ${SEEN_WITHIN_S}), the shop sends no purge`,
  };
}

/** By hand: one command, and the next request has it. */
export async function purgeByHand(env: TestEnvironment, varnish: Varnish): Promise<Line> {
  const lost: string[] = [];
  const [product] = await listOnSale(env.client);
  const path = `/product/${product?.id}`;
  await env.client.send({ path });
  const name = namesOf(0);
  await env.query('update products set name = $1 where id = $2', [name, product?.id]);
  // The shop itself hears of it at once.
  await sleep(1_000);
  if ((await env.client.send({ path })).text.includes(name)) lost.push('It was not cached.');
  await varnish.admin('ban', 'obj.status != 0');
  if (!(await env.client.send({ path })).text.includes(name)) lost.push('It was still there after the purge.');
  return { what: 'purged by hand', tried: 1, faults: 1, lost, figures: 'seen by the next request' };
}

async function secondsUntil(client: HttpClient, path: string, words: string): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { text } = await client.send({ path });
    const seconds = (performance.now() - start) / 1000;
    if (text.includes(words) || seconds > 2 * SEEN_WITHIN_S) return seconds;
    await sleep(250);
  }
}
