import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { runWaitingJobs } from '#server/testing/run-waiting-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { createJobs, type JobQueue } from './create-jobs.ts';
import type { JobHandlers } from './jobs.ts';
import { startJobs } from './start-jobs.ts';
import { withPayload } from './with-payload.ts';

let database: TestDatabase;
let jobs: JobQueue;
let logged: string[];
let done: unknown[];

const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
const remember = { work: async (data: unknown) => void done.push(data) };
const add = (queue: string, data: object, key?: string) =>
  database.db.transaction((tx) => jobs.add(tx, queue, data, key === undefined ? {} : { key }));
const failing = { work: async () => Promise.reject(new Error('Never.')) };
const work = (handlers: JobHandlers) => runWaitingJobs({ db: database.db, jobs, log }, handlers);
const ask = async (query: string) => (await database.db.$client.query(query)).rows;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  jobs = createJobs(database.db);
  logged = [];
  done = [];
});

describe('add', () => {
  test('counts only when the transaction does', async () => {
    const undone = database.db.transaction(async (tx) => {
      await jobs.add(tx, 'undone', { number: 1 });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await add('undone', { number: 2 });
    await work({ undone: remember });
    expect(done).toEqual([{ number: 2 }]);
  });

  test('adds many without a key, and one for each key until it is done', async () => {
    for (const number of [1, 2]) await add('keyed', { number });
    for (const number of [3, 4]) await add('keyed', { number }, 'the same');
    await work({ keyed: remember });
    expect(done).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    await add('keyed', { number: 5 }, 'the same');
    await work({ keyed: remember });
    expect(done).toHaveLength(4);
  });

  test('many at once do not deadlock for want of a second connection', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, number) => add('crowd', { number })));
    await work({ crowd: remember });
    expect(done).toHaveLength(30);
  });
});

describe('a job that fails', () => {
  test('stops no other, and is retried however often it failed', async () => {
    let patience = 6;
    const handlers: JobHandlers = {
      stubborn: {
        work: withPayload(z.object({ name: z.string() }), async ({ name }) => {
          if (name === 'hard' && patience-- > 0) throw new Error('Not yet.');
          done.push(name);
        }),
      },
    };
    await add('stubborn', { name: 'hard' });
    await add('stubborn', { name: 'easy' });
    for (let round = 1; round <= 6; round++) {
      expect(await work(handlers)).toEqual(['Not yet.']);
    }
    expect(done).toEqual(['easy']);
    expect(await ask("select state from jobs.job where name = 'stubborn' and state < 'active'")).toHaveLength(1);
    await work(handlers);
    expect(done).toEqual(['easy', 'hard']);
  });

  test('waits longer each time, a quarter of an hour at most', async () => {
    await add('growing', {});
    const waits: number[] = [];
    for (let round = 0; round < 12; round++) {
      await work({ growing: failing });
      const [row] = await ask(
        "select extract(epoch from start_after - now())::float as wait, keep_until > now() + interval '1 year' as kept from jobs.job where name = 'growing'",
      );
      expect(row.kept).toBe(true);
      waits.push(row.wait);
    }
    expect(waits[0]).toBeLessThan(8);
    expect(waits[4]).toBeGreaterThan(waits[0] as number);
    expect(waits[11]).toBeGreaterThan(800);
    expect(waits[11]).toBeLessThan(901);
  });

  test('is retried as soon as was requested, however often it failed', async () => {
    await database.db.transaction((tx) => jobs.add(tx, 'hurried', {}, { longestWaitSeconds: 20 }));
    for (let round = 0; round < 8; round++) await work({ hurried: failing });
    const [row] = await ask(
      "select extract(epoch from start_after - now())::float as wait from jobs.job where name = 'hurried'",
    );
    expect(row.wait).toBeGreaterThan(10);
    expect(row.wait).toBeLessThanOrEqual(20);
  });

  test('is logged without the values of the query it failed at', async () => {
    const leak = { work: async () => void (await database.db.execute(`select '${'ada@example.org'}'::int`)) };
    await add('leaky', {});
    await work({ leaky: leak });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/^A job of leaky failed and will be tried again: invalid input syntax/);
    expect(logged[0]).not.toContain('Failed query');
  });

  test('comes back when the process that had it died', async () => {
    await add('orphan', {});
    const boss = await jobs.boss();
    expect(await boss.fetch('orphan')).toHaveLength(1);
    await work({ orphan: remember });
    expect(done, 'it is still in hand').toEqual([]);
    await ask("update jobs.job set heartbeat_on = now() - interval '1 minute' where name = 'orphan'");
    await boss.supervise('orphan');
    await work({ orphan: remember });
    expect(done).toHaveLength(1);
  });
});

describe('a payload', () => {
  test('that does not fit fails the job before its work begins, and the error names the field', async () => {
    const read = withPayload(z.object({ name: z.string() }), async ({ name }) => void done.push(name.length));
    for (const data of [{ nom: 'Ada' }, { name: 'Ada', more: 1 }]) await add('strict', data);
    expect(await work({ strict: { work: read } })).toEqual([
      'The payload of the job cannot be read: name: Invalid input: expected string, received undefined',
    ]);
    expect(done).toEqual([3]);
  });

  test('that a handler does not parse is refused by the compiler', () => {
    // @ts-expect-error Nobody has checked that there is an id.
    const handlers: JobHandlers = { careless: { work: async ({ id }: { id: string }) => void done.push(id) } };
    expect(Object.keys(handlers)).toEqual(['careless']);
  });
});

describe('startJobs', () => {
  test('does what comes within moments, survives losing every connection, and stops', async () => {
    const work = await startJobs(jobs, { live: remember }, log);
    try {
      await add('live', { number: 1 });
      await vi.waitFor(() => expect(done).toEqual([{ number: 1 }]), { timeout: 3_000 });

      await database.db.$client
        .query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user',
        )
        .catch(() => {});
      // The first attempt may get a connection that is gone; the next does not.
      await vi.waitFor(() => add('live', { number: 2 }), { timeout: 10_000 });
      await vi.waitFor(() => expect(done).toContainEqual({ number: 2 }), { timeout: 5_000 });
    } finally {
      await work.stop();
    }
  });

  test('asks once a second for all queues together, and wakes those that have work', async () => {
    const queues = Array.from({ length: 12 }, (_, number) => `of-many-${number}`);
    const work = await startJobs(jobs, Object.fromEntries(queues.map((queue) => [queue, remember])), log);
    try {
      const boss = await jobs.boss();
      const asked = vi.spyOn(boss.getDb(), 'executeSql');
      const woken = vi.spyOn(boss, 'notifyWorker');
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      expect(woken).not.toHaveBeenCalled();
      expect(asked.mock.calls.length).toBeLessThan(2 * queues.length);
      await add('of-many-7', { number: 7 });
      await vi.waitFor(() => expect(done).toEqual([{ number: 7 }]), { timeout: 3_000 });
      expect(woken).toHaveBeenCalled();
    } finally {
      await work.stop();
    }
  });

  test('schedules what the clock starts, and deletes old schedules', async () => {
    const first = await startJobs(jobs, { 'old-habit': { ...remember, cron: '1 * * * *' } }, log);
    await first.stop();
    jobs = createJobs(database.db);
    const second = await startJobs(jobs, { 'clean-up': { ...remember, cron: '17 * * * *' } }, log);
    await second.stop();
    expect(await ask('select name, cron from jobs.schedule')).toEqual([{ name: 'clean-up', cron: '17 * * * *' }]);
  });

  test('queues jobs on standby, and runs them when that is over', async () => {
    let isOver = false;
    let polls = 0;
    const work = await startJobs(jobs, { patient: { ...remember, cron: '* * * * *' } }, log, async () => {
      polls += 1;
      return !isOver;
    });
    try {
      await add('patient', { number: 1 });
      // Three polls of standby take longer than several polls of the queue.
      await vi.waitFor(() => expect(polls).toBeGreaterThanOrEqual(3), { timeout: 30_000, interval: 200 });
      expect(done).toEqual([]);
      expect(await ask("select name from jobs.schedule where name = 'patient'")).toEqual([]);
      isOver = true;
      await vi.waitFor(() => expect(done).toContainEqual({ number: 1 }), { timeout: 30_000, interval: 200 });
    } finally {
      await work.stop();
    }
  }, 90_000);

  test('on standby it stops as quickly as ever', async () => {
    const work = await startJobs(jobs, { patient: remember }, log, async () => true);
    await work.stop();
  });

  test('two shops that open at once on a new database both start', async () => {
    await ask('drop schema jobs cascade');
    const both = await Promise.all(
      [jobs, createJobs(database.db)].map((queue) => startJobs(queue, { twins: remember }, log)),
    );
    await add('twins', { number: 1 });
    await vi.waitFor(() => expect(done).toEqual([{ number: 1 }]), { timeout: 3_000 });
    await Promise.all(both.map((work) => work.stop()));
  });
});
