import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CannotStart } from '#server/platform/cannot-start.ts';
import type { Migration } from './read-migrations.ts';

/**
 * A migration that waits for a lock makes everybody wait who comes after it, readers too: it gives up after this, lets
 * them pass and tries again.
 */
const LOCK_MS = 1_000;
/** For an index that is built concurrently: until those who began before have ended. */
const BUILD_LOCK_MS = 10_000;
const TRIES = 60;
const PAUSE_MS = 3_000;

/** Not available in time, or a deadlock with those who work meanwhile. */
const RETRIED = ['55P03', '40P01'];

export type Patience = { tries: number; pauseMs: number };

/** Applies one migration: all of it or nothing, unless it only builds indexes. */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  say: (line: string) => void,
  { tries, pauseMs }: Patience = { tries: TRIES, pauseMs: PAUSE_MS },
): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return migration.isOutsideTransaction
        ? await outsideTransaction(client, () => runStatements(client, migration))
        : await inTransaction(client, () => runStatements(client, migration));
    } catch (error) {
      if (!RETRIED.includes((error as { code?: string }).code ?? '')) throw error;
      if (count >= tries)
        throw new CannotStart(
          `The database could not be prepared: a long transaction is in the way of ${migration.name}, ${tries} times in a row. Find it in pg_stat_activity, end it and start again. What came before is done, and no shop is harmed.`,
        );
      if (count === 1) say(`${migration.name} waits for a long transaction to end…`);
      await sleep(pauseMs);
    }
  }
}

async function runStatements(client: pg.Client, { statements, hash, createdAt, isBesideEarlier }: Migration) {
  for (const statement of statements) await client.query(statement);
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at, beside_earlier) values ($1, $2, $3)',
    [hash, createdAt, isBesideEarlier],
  );
}

/** Building beside others is in nobody's way, and may wait longer for them. */
async function outsideTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${BUILD_LOCK_MS}`);
  try {
    await work();
  } finally {
    await client.query('reset lock_timeout').catch(() => {});
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${LOCK_MS}`);
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The list of applied migrations, begun by Drizzle; whether earlier shops may stay open beside each is ours. */
export async function prepareList(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from information_schema.columns where table_schema = 'drizzle'
      and table_name = '__drizzle_migrations' and column_name = 'beside_earlier') as "isPrepared"`,
  );
  if (rows[0].isPrepared) return;
  await client.query(`
    set local lock_timeout = 10000;
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    alter table drizzle.__drizzle_migrations add column beside_earlier boolean not null default false`);
}
