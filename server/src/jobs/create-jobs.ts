import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import type { Database } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';
import type { Jobs } from './jobs.ts';

export const JOBS_SCHEMA = 'jobs';

const DAY = 24 * 60 * 60;

/** The same for every queue: nothing is dropped after so many failures or so much time. */
const QUEUE = {
  // One job for each key; those without one are given one of their own.
  policy: 'exclusive',
  retryLimit: 2_147_483_647,
  retryDelay: 3,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  retentionSeconds: 3_650 * DAY,
  // Data of jobs may name people, so they go soon after they are done.
  deleteAfterSeconds: 60 * 60,
  // A process that died in the middle is noticed by its silence.
  heartbeatSeconds: 20,
  expireInSeconds: 30 * 60,
};

/** How often someone looks for jobs whose process fell silent: money may wait for one of them. */
const NOTICING = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 };

export type JobQueue = Jobs & {
  /** pg-boss on the shop's own database. It is loaded when first needed, for it is large. */
  boss(): Promise<PgBoss>;
  /** Makes the queue if it is not there. */
  prepare(queue: string): Promise<void>;
  close(): Promise<void>;
};

/** The queues of the shop, in its own database. Nothing is done in them until `startJobs`. */
export function createJobs(db: Database): JobQueue {
  const pool = openPool(db);
  let loading: Promise<{ boss: PgBoss; fromDrizzle: typeof import('pg-boss').fromDrizzle }> | undefined;
  const load = () => {
    loading ??= import('pg-boss').then(({ PgBoss, fromDrizzle }) => {
      const boss = new PgBoss({
        db: overPool(pool),
        schema: JOBS_SCHEMA,
        maintenanceIntervalSeconds: 60 * 60,
        ...NOTICING,
      });
      return { boss, fromDrizzle };
    });
    return loading;
  };

  const prepared = new Map<string, Promise<void>>();
  const prepare = (queue: string): Promise<void> => {
    const known = prepared.get(queue);
    if (known) return known;
    const preparing = load().then(async ({ boss }) => {
      await boss.createQueue(queue, QUEUE);
      // What an earlier version of the shop made is brought to this one.
      const { policy: _fixed, ...changeable } = QUEUE;
      await boss.updateQueue(queue, changeable);
    });
    prepared.set(queue, preparing);
    preparing.catch(() => prepared.delete(queue));
    return preparing;
  };

  return {
    boss: async () => (await load()).boss,
    prepare,
    close: () => pool.end(),
    async add(
      tx,
      queue,
      data,
      { key = randomUUID(), afterSeconds = 0, longestWaitSeconds = QUEUE.retryDelayMax } = {},
    ) {
      await prepare(queue);
      const { boss, fromDrizzle } = await load();
      await boss.send(queue, data, {
        singletonKey: key,
        startAfter: afterSeconds,
        retryBackoff: true,
        retryDelayMax: longestWaitSeconds,
        db: fromDrizzle(tx, sql),
      });
    },
  };
}

/**
 * A few connections apart from those of requests: adding a job happens inside a transaction, and waiting there for a
 * second connection of the same pool would stop a busy shop for good. At rest one is open, and none of the others.
 */
function openPool({ $client }: Database): pg.Pool {
  const pool = new pg.Pool({
    ...$client.options,
    max: 3,
    application_name: 'marigold-lane jobs',
    allowExitOnIdle: true,
  });
  // The next look finds out whether the database is back. A connection in use says so to its query and once more to
  // nobody.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Some of its statements open a transaction themselves: a connection on which one failed is not used again. */
function overPool(pool: pg.Pool): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        const result = await client.query(text, values);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
  };
}
