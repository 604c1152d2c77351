import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listPostgres } from '../../rig/processes.ts';
import type { Shop } from '../../rig/shop.ts';

const TIMES = 5;
const STATEMENT = /LOG: {2}(statement|execute [^:]*): (?!begin|commit|rollback|set )/gi;

/** Statements until a call is answered, as PostgreSQL's own log counts them; the fewest of some times, because jobs run beside. */
export async function countLogged({ dataDir }: Pick<Shop, 'dataDir'>, call: () => Promise<unknown>): Promise<number> {
  // The shop's own user may not change that.
  const log = async (what: 'all' | 'none') => {
    appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), `\nlog_statement = '${what}'\n`);
    process.kill(listPostgres(dataDir)[0] ?? 0, 'SIGHUP');
    await sleep(500);
  };
  const read = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  const counts: number[] = [];
  await log('all');
  for (let time = 0; time < TIMES; time++) {
    const before = read().length;
    await call();
    await sleep(50);
    counts.push([...read().slice(before).matchAll(STATEMENT)].length);
  }
  await log('none');
  return Math.min(...counts);
}
