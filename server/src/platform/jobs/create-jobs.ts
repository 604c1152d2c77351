import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { ShopPool } from '#server/platform/database/pool/shop-pool.ts';
import type { Jobs } from './jobs.ts';

export const JOBS_SCHEMA = 'jobs';

const DAY = 24 * 60 * 60;

/** The same for every queue: no job is dropped, however often it failed and however long it takes. */
const QUEUE = {
  // One job for each key; a job without a key gets a random one.
  policy: 'exclusive',
  retryLimit: 2_147_483_647,
  retryDelay: 3,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  retentionSeconds: 3_650 * DAY,
  // Payloads may name people, so jobs are deleted soon after they are done.
  deleteAfterSeconds: 60 * 60,
  // A process that died during a job is noticed by its missing heartbeat.
  heartbeatSeconds: 20,
  expireInSeconds: 30 * 60,
};

/** How often jobs without a heartbeat are looked for: a payment may depend on one of them. */
const SUPERVISION = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 };

export type JobQueue = Jobs & {
  /** pg-boss on the shop's own database. It is loaded when first needed, because it is large. */
  boss(): Promise<PgBoss>;
  /** Creates the queue if it does not exist. */
  prepare(queue: string): Promise<void>;
  close(): Promise<void>;
};

/** The job queues of the shop, in its own database. No job runs until `startJobs`. */
export function createJobs(db: Database): JobQueue {
  const pool = openPool(db);
  let loading: Promise<{ boss: PgBoss; fromDrizzle: typeof import('pg-boss').fromDrizzle }> | undefined;
  const load = () => {
    loading ??= import('pg-boss').then(({ PgBoss, fromDrizzle }) => {
      const boss = new PgBoss({
        db: toBossDb(pool),
        schema: JOBS_SCHEMA,
        maintenanceIntervalSeconds: 60 * 60,
        ...SUPERVISION,
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
      // A queue that an earlier version created gets the options of this one.
      const { policy: _fixed, ...changeable } = QUEUE;
      await boss.updateQueue(queue, changeable);
    });
    prepared.set(queue, preparing);
    preparing.catch(() => prepared.delete(queue));
    return preparing;
  };

  const addAll: Jobs['addAll'] = async (tx, queue, jobs) => {
    await prepare(queue);
    const { boss, fromDrizzle } = await load();
    const rows = jobs.map(
      ({ data, key = randomUUID(), afterSeconds = 0, longestWaitSeconds = QUEUE.retryDelayMax }) => ({
        data,
        singletonKey: key,
        startAfter: afterSeconds,
        retryBackoff: true,
        retryDelayMax: longestWaitSeconds,
      }),
    );
    await boss.insert(queue, rows, { db: fromDrizzle(tx, sql) });
  };

  return {
    boss: async () => (await load()).boss,
    prepare,
    close: () => pool.end(),
    addAll,
    add: (tx, queue, data, options) => addAll(tx, queue, [{ ...options, data }]),
  };
}

/**
 * A small pool apart from that of requests: a job is added inside a transaction, and waiting there for a second
 * connection of the same pool would deadlock a busy shop. When idle it has one connection open.
 */
function openPool({ $client }: Database): pg.Pool {
  const pool = new ShopPool({
    ...$client.options,
    max: 3,
    application_name: 'marigold-lane jobs',
    allowExitOnIdle: true,
  });
  // The next poll finds out whether the database is back. A connection in use fails its query, and emits this as well.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Some statements of pg-boss begin a transaction themselves: a connection on which one failed is not used again. */
function toBossDb(pool: pg.Pool): Db {
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
