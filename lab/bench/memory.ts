import { setTimeout as sleep } from 'node:timers/promises';
import { describeRun } from '../rig/machine.ts';
import { listPostgres, type Memory, memoryOf } from '../rig/processes.ts';
import { makeDataDir, reopenShop, type Shop } from '../rig/shop.ts';
import { against, figure } from '../rig/table.ts';
import { listCases } from './api.ts';
import { openBare } from './bare.ts';
import { load } from './load.ts';
import type { Report } from './results.ts';

const REST_MS = 5_000;
const SECONDS = 4;
export const AIM_MB = { rest: 110, loaded: 200 };

export const megabytes = (kb: number) => kb / 1024;

export type Reading = { shop: Memory; postgres: Memory };

export function readMemory({ pid, dataDir }: Shop): Reading {
  const parts = listPostgres(dataDir).map(memoryOf);
  const sum = (key: keyof Memory) => parts.reduce((total, part) => total + part[key], 0);
  return { shop: memoryOf(pid), postgres: { rssKb: sum('rssKb'), pssKb: sum('pssKb') } };
}

/** Resident memory of the shop and of its PostgreSQL: at rest, and after load of every kind. */
export async function measureMemory(root?: string): Promise<Report> {
  const run = describeRun(['fastify'], root);
  await using folder = await makeDataDir();
  const reopen = () => reopenShop(folder.dataDir, {}, undefined, root);
  const readings: [string, Reading, number][] = [];
  const first = await reopen();
  await sleep(REST_MS);
  readings.push(['first start, at rest', readMemory(first), AIM_MB.rest]);
  await first.stop();
  await using shop = await reopen();
  await sleep(REST_MS);
  readings.push(['next start, at rest', readMemory(shop), AIM_MB.rest]);
  const cases = await listCases(shop);
  for (const { path, nextPath, encoding } of cases) {
    await load({ url: shop.url, encoding, path: nextPath ?? path }, SECONDS);
  }
  readings.push(['after load', readMemory(shop), AIM_MB.loaded]);
  // The floor: Node itself with a server in it.
  await using bare = await openBare(shop.url, cases);
  return { kind: 'memory', run, tables: [toTable(readings, memoryOf(bare.pid))] };
}

function toTable(readings: [string, Reading, number][], bare: Memory) {
  return {
    title: 'Memory in MB',
    columns: ['', 'shop RSS', 'aim', 'shop PSS', 'PostgreSQL PSS', 'PostgreSQL RSS'],
    rows: [
      ['bare server, at rest', figure(megabytes(bare.rssKb)), '', figure(megabytes(bare.pssKb)), '', ''],
      ...readings.map(([name, { shop, postgres }, aimMb]) => {
        const rss = megabytes(shop.rssKb);
        const others = [shop.pssKb, postgres.pssKb, postgres.rssKb].map((kb) => figure(megabytes(kb)));
        return [name, against(figure(rss), rss <= aimMb), `≤ ${aimMb}`, ...others];
      }),
    ],
    notes: [
      `At rest is ${REST_MS / 1000} s after the first answer; the load is ${SECONDS} s of each question of the api table. A first start has stocked the shop. PSS divides shared pages among those who share them; the RSS of PostgreSQL's processes counts them in each.`,
    ],
  };
}
