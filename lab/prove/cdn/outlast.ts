import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import type { OpenShop } from '../test-environment.ts';
import { lookRound } from './close-shop.ts';
import type { Lifetimes } from './shorten-lifetimes.ts';

const MARGIN_S = 2;

/** The shop stays away for longer than it said that pages may be shown: then they are not shown any more. */
export async function outlast(client: HttpClient, shop: OpenShop, { maxAge, staleIfError }: Lifetimes): Promise<Line> {
  const lost: string[] = [];
  // Pictures and scripts never change, and are shown for a week.
  const pages = (await lookRound(client)).filter((path) => !path.startsWith('/pictures/'));
  const start = Date.now();
  await shop.kill();
  const last = new Map<string, number>();
  const until = maxAge + staleIfError + MARGIN_S;
  for (; Date.now() - start < (until + 2) * 1000; await sleep(200))
    for (const path of pages) {
      const seconds = (Date.now() - start) / 1000;
      const isShown = (await client.send({ path })).status === 200;
      if (isShown) last.set(path, seconds);
      if (!isShown && seconds < staleIfError - MARGIN_S) lost.push(`${path} was gone after ${seconds.toFixed(1)} s`);
    }
  for (const [path, seconds] of last) if (seconds > until) lost.push(`${path} was still shown after ${seconds} s`);
  return {
    what: 'the shop stays away for longer than stated',
    tried: pages.length,
    faults: 1,
    lost,
    figures: `stated ${maxAge} + ${staleIfError} s (instead of 60 s and a day), shown for ${Math.max(...last.values()).toFixed(1)} s`,
  };
}
