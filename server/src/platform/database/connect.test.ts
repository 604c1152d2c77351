import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { sql } from './drizzle.ts';
import { findOutage } from './pool/find-outage.ts';

test('connections that are cut under the hands of transactions fail those alone, and leave the pool whole', async () => {
  const { db, drop } = await createTestDatabase();
  const admin = new pg.Client({ connectionString: inject('postgres') });
  await admin.connect();
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const name = rows[0]?.name;
  const askTen = () =>
    Promise.allSettled(
      Array.from({ length: 10 }, () => db.transaction((tx) => tx.execute(sql`select pg_sleep(0.02)`))),
    );
  for (let round = 0; round < 3; round++) {
    await askTen();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [name],
    );
    // At once, before the pool has heard of it.
    await askTen();
  }
  const outcomes = await askTen();
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
  expect(db.$client.waitingCount).toBe(0);
  await admin.end();
  await drop();
});

test('a transaction that fails leaves nothing behind, and its connection is as good as new', async () => {
  const { db, drop } = await createTestDatabase();
  await db.execute(sql`create table notes (words text not null)`);
  const write = (words: string | null) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('first')`);
      await tx.execute(sql`insert into notes values (${words})`);
      if (words === 'given up') throw new Error('Given up.');
    });
  // More often than there are connections.
  for (let turn = 0; turn < 12; turn++) {
    await expect(write(null)).rejects.toMatchObject({ cause: { code: '23502' } });
    await expect(write('given up')).rejects.toThrow('Given up.');
  }
  await write('second');
  expect((await db.execute(sql`select words from notes`)).rows).toEqual([{ words: 'first' }, { words: 'second' }]);
  await drop();
});

test('a table that gets a column during an upgrade troubles each request once at most, and then no connection', async () => {
  const { db, drop } = await createTestDatabase();
  await db.execute(sql`create table notes (words text)`);
  const read = () => db.transaction((tx) => tx.execute(sql`select *, ${'x'}::text as y from notes`));
  const readTen = () => Promise.allSettled(Array.from({ length: 10 }, read));
  // Often enough to be prepared on every connection.
  for (let round = 0; round < 3; round++) await readTen();
  await db.execute(sql`alter table notes add column colour text`);
  const failed = (await readTen()).flatMap((one) => (one.status === 'rejected' ? [findOutage(one.reason)] : []));
  for (const outage of failed) expect(outage).toMatchObject({ reason: 'its tables were changed by an upgrade' });
  expect(failed.length).toBeGreaterThan(0);
  const again = await readTen();
  expect(again.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
  await drop();
});
