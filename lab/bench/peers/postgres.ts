import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster } from '#server/platform/database/embedded/embedded-cluster.ts';
import { findRunner } from '#server/platform/database/embedded/embedded-runner.ts';
import { type Child, startChild } from '../../rig/children.ts';
import { runQuery } from '../../rig/run-query.ts';
import { CACHE, PORTS } from './cache-and-ports.ts';

/** After a power cut it first recovers. */
const PATIENCE_MS = 180_000;
const SHUTDOWN_MS = 60_000;
const HOME = join(CACHE, 'postgres');

/** The one PostgreSQL that all shops and floors of a run use, each with a database of its own. */
export type Postgres = AsyncDisposable & {
  dataDir: string;
  version: string;
  urlOf(database: string): string;
  query<T extends object>(text: string, values?: unknown[], database?: string): Promise<T[]>;
  /** A copy of a stocked database; what a run writes does not reach the original. */
  copy(original: string, database: string): Promise<void>;
  has(database: string): Promise<boolean>;
};

/** Statements are tracked only while they are counted: that costs time. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  port: PORTS.postgres,
  max_connections: 100,
  shared_buffers: '256MB',
  io_method: 'sync',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': 20_000,
  'pg_stat_statements.track': 'none',
};

/** Starts it on a folder that stays from run to run. */
export async function openPostgres(): Promise<Postgres> {
  mkdirSync(HOME, { recursive: true });
  const runner = findRunner();
  const cluster = await ensureCluster({ dataDir: HOME, runner, durable: true, say: console.log });
  const flags = Object.entries(settings)
    // A setting on the command line could not be changed while it runs.
    .filter(([name]) => name !== 'pg_stat_statements.track')
    .flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, options } = runner.command('postgres', ['-D', cluster, ...flags]);
  const child = startChild(file, args, options);
  const urlOf = (database: string) => `postgres://shop@127.0.0.1:${PORTS.postgres}/${database}?sslmode=disable`;
  const query: Postgres['query'] = (text, values, database = 'postgres') =>
    runQuery(urlOf(database).replace('shop@', 'postgres@'), text, values);
  await firstConnection(child, cluster, () => query('select 1'));
  await query(`do $$ begin create role shop login createdb superuser; exception when duplicate_object then end $$`);
  await query('create extension if not exists pg_stat_statements');
  await query(`alter system set pg_stat_statements.track = 'none'`);
  await query('select pg_reload_conf()');
  const [{ version } = { version: '' }] = await query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const has = async (database: string) =>
    (await query('select from pg_database where datname = $1', [database])).length > 0;
  const copy = async (original: string, database: string) => {
    await query(`drop database if exists ${database} with (force)`);
    await query(`create database ${database} template ${original} owner shop`);
  };
  return { dataDir: HOME, version, urlOf, query, copy, has, [Symbol.asyncDispose]: () => shutDown(child) };
}

/** Without waiting for open connections, but with everything written. */
async function shutDown(child: Child): Promise<void> {
  if (!child.hasEnded()) process.kill(child.pid, 'SIGINT');
  for (const deadline = Date.now() + SHUTDOWN_MS; Date.now() < deadline && !child.hasEnded(); ) await sleep(50);
  await child.stop();
}

async function firstConnection(child: Child, cluster: string, tryIt: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && !child.hasEnded(); await sleep(50)) {
    try {
      return void (await tryIt());
    } catch {
      // Not listening yet.
    }
  }
  const lock = join(cluster, 'postmaster.pid');
  const owner = existsSync(lock) ? `Its folder is locked by process ${readFileSync(lock, 'utf8').split('\n')[0]}.` : '';
  throw new Error(`PostgreSQL does not start. ${owner}\n${child.words()}`);
}
