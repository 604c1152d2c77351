import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import { lookRound } from './close-shop.ts';
import type { Lifetimes, Shortened } from './shorten-lifetimes.ts';

const MARGIN_S = 2;

/** The shop is alive and answers everything with 503: what was looked at before is shown for as long as the shop has said. */
export async function failShop(
  client: HttpClient,
  { refuseAll }: Shortened,
  { staleIfError }: Lifetimes,
): Promise<Line> {
  const lost: string[] = [];
  const pages = await lookRound(client);
  refuseAll();
  let tried = 0;
  for (const end = Date.now() + (staleIfError - MARGIN_S) * 1000; Date.now() < end; await sleep(200))
    for (const path of pages) {
      tried++;
      const { status } = await client.send({ path });
      if (status !== 200) lost.push(`${path} was answered ${status}`);
    }
  const { status, headers, text } = await client.send({ path: '/care' });
  if (status !== 503 || !headers['retry-after'] || !text.includes('does not answer just now'))
    lost.push(`A page that nobody had looked at was answered ${status}: ${text.slice(0, 100)}`);
  return {
    what: 'the shop answers 503',
    tried,
    faults: 1,
    lost,
    figures: `${pages.length} pages, lists and pictures shown for ${staleIfError - MARGIN_S} s, a new one answered 503 with Retry-After`,
  };
}
