import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { countCpu } from '../../rig/processes.ts';
import type { Bouquet } from './bouquets.ts';
import { CACHE, PORTS } from './cache-and-ports.ts';
import { STATEMENTS, type Statement } from './floor-statements.ts';
import type { Postgres } from './postgres.ts';

const run = promisify(execFile);
const CLIENTS = 10;
const DEBIAN = '/usr/lib/postgresql';

export type Alone = { statement: Statement; perSecond: number; cpuMs: number };

export function findPgbench(): string | undefined {
  const packaged = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...packaged];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

/** What each statement is asked with: pgbench draws numbers, and takes texts as they stand. */
const drawn = (bouquets: Bouquet[]): Partial<Record<Statement, string[]>> => ({
  list: [],
  detail: [`random(1, ${bouquets.length})`],
  search: [`'${(bouquets[0]?.name ?? '').slice(1, 5).replaceAll("'", "''")}'`, '24'],
  start: [`random(1, ${bouquets.length})`],
  add: ['1', '1'],
  cart: ['1'],
});

function toScript(statement: Statement, values: string[]): string {
  const sets = values.flatMap((value, place) => (value.startsWith("'") ? [] : [`\\set v${place + 1} ${value}`]));
  const text = STATEMENTS[statement].replaceAll(/\s+/g, ' ').replaceAll(/\$(\d)/g, (_, place) => {
    const value = values[Number(place) - 1] ?? '';
    return value.startsWith("'") ? value : `:v${place}`;
  });
  return `${[...sets, text].join('\n')};\n`;
}

/** The statements of the floor without HTTP: by pgbench, or by a loop of our own where it is not installed. */
export async function measureAlone(
  postgres: Postgres,
  database: string,
  bouquets: Bouquet[],
  seconds: number,
): Promise<Alone[]> {
  const pgbench = findPgbench();
  await postgres.query(
    `insert into floor_carts default values; insert into floor_lines values (1, 1, 1)
    on conflict do nothing`,
    [],
    database,
  );
  const results: Alone[] = [];
  for (const [name, values] of Object.entries(drawn(bouquets))) {
    const statement = name as Statement;
    const spent = countCpu([], postgres.dataDir);
    const start = performance.now();
    const count = pgbench
      ? await byPgbench(pgbench, database, toScript(statement, values), seconds)
      : await byLoop(postgres.urlOf(database), toScript(statement, values), seconds);
    const took = (performance.now() - start) / 1000;
    const cpuMs = spent().postgresUs / 1000 / count;
    results.push({ statement, perSecond: count / took, cpuMs });
  }
  return results;
}

async function byPgbench(file: string, database: string, script: string, seconds: number): Promise<number> {
  const path = join(CACHE, 'statement.sql');
  writeFileSync(path, script);
  const where = ['-h', '127.0.0.1', '-p', String(PORTS.postgres), '-U', 'shop', database];
  const how = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-T', String(seconds), '-f', path];
  const { stdout } = await run(file, [...how, ...where]);
  const count = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
  if (!count) throw new Error(`pgbench counted nothing: ${stdout}`);
  return count;
}

async function byLoop(connectionString: string, script: string, seconds: number): Promise<number> {
  const text = script
    .replaceAll(/^\\set .*\n/gm, '')
    .replaceAll(/:v\d/g, '1')
    .trim();
  const pool = new pg.Pool({ connectionString, max: CLIENTS });
  const deadline = performance.now() + seconds * 1000;
  let count = 0;
  const ask = async () => {
    for (; performance.now() < deadline; count++) await pool.query({ name: 'alone', text });
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask)).finally(() => pool.end());
  return count;
}
