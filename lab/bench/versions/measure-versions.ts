import { resolve } from 'node:path';
import { describeRun } from '../../rig/machine.ts';
import { ROOT } from '../../rig/shop.ts';
import type { Table } from '../../rig/table.ts';
import { EACH } from '../growth/calls.ts';
import { compareGrowth } from '../growth/compare-growth.ts';
import { WANTED_SIZES } from '../peers/bouquets.ts';
import { roundsOr } from '../peers/figures.ts';
import { openPostgres } from '../peers/postgres.ts';
import type { Report } from '../results.ts';
import { compareCalls } from './compare-calls.ts';
import { toTable } from './to-table.ts';
import type { Version } from './version.ts';

const GROWN = 10_000;
/** Many short rounds, so that what else the machine does moves their median less. */
const GROWN_ROUNDS = roundsOr(15);
/** Two shops with a million bouquets are half an hour in the filling. */
const CHOSEN_ROUNDS = roundsOr(7);

/**
 * This checkout beside another one of the shop, in one run: what the changes between the two cost. With a number of bouquets
 * only the calls of a shop that has so many bouquets and orders, or those of them that are named so.
 */
export async function measureVersions(chosen?: number, names?: RegExp): Promise<Report> {
  const beside = process.env.BENCH_BESIDE;
  if (!beside) throw new Error('BENCH_BESIDE names the folder of another checkout, with its packages and its build.');
  const [before, after]: [Version, Version] = [
    { name: 'before', folder: resolve(beside) },
    { name: 'after', folder: ROOT },
  ];
  const parts = ['fastify', 'drizzle-orm', 'pg'];
  const run = `Before: ${describeRun(parts, before.folder)}\n\nAfter: ${describeRun(parts)}`;
  if (chosen) {
    // A section of its own: it does not take the place of the whole.
    return {
      kind: `versions-${chosen}`,
      run,
      tables: [await compareGrown([before, after], chosen, CHOSEN_ROUNDS, names)],
    };
  }
  const tables = [...(await compareSizes([before, after])), await compareGrown([before, after], GROWN, GROWN_ROUNDS)];
  return { kind: 'versions', run, tables };
}

async function compareSizes(versions: [Version, Version]): Promise<Table[]> {
  await using postgres = await openPostgres();
  const tables: Table[] = [];
  for (const size of WANTED_SIZES) tables.push(...(await compareCalls(postgres, versions, size)));
  return tables;
}

async function compareGrown(versions: Version[], size: number, rounds: number, names?: RegExp): Promise<Table> {
  const folders = versions.map(({ folder }) => folder);
  const measured = await compareGrowth(folders, size, rounds, (name) => !names || names.test(name));
  return toTable(
    `A call with ${size.toLocaleString('en-GB')} bouquets and orders, CPU ms`,
    [...measured].map(([name, [before = [], after = []]]) => ({ name, before, after })),
    [
      `The median of ${rounds} rounds of up to ${EACH} calls, one version after the other in each round, both on a database that they filled themselves; the ratio is the median of theirs.`,
    ],
  );
}
