import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { listMigrations, migrate } from './migrate.ts';
import { type Migration, readMigrations } from './read-migrations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const countTables = async () => {
  const { rows } = await database.db.$client.query(
    "select count(*)::integer as count from information_schema.tables where table_schema = 'public'",
  );
  return rows[0].count;
};

test('a database is not migrated under an open shop of an earlier version, and is once that is closed', async () => {
  await migrate(database.connectionString, 5);
  const tables = await countTables();
  await expect(migrate(database.connectionString)).rejects.toThrow(
    /^A shop of an earlier version is open on this database \(1 connection\) .+\(0005_\S+ and \d+ more\).+ Nothing was changed\.$/,
  );
  expect(await countTables()).toBe(tables);
  await database.db.$client.query("set application_name = 'psql'");
  await migrate(database.connectionString);
  expect(await countTables()).toBeGreaterThan(tables);
});

test.each([
  ['an empty database', 0],
  ['a database before the first index that is built beside others', 40],
])('two shops that start at once on %s both have it migrated', async (_what, upTo) => {
  if (upTo > 0) await migrate(database.connectionString, upTo);
  await database.db.$client.query("set application_name = 'psql'");
  const impatient = { patience: { tries: 1, pauseMs: 0 } };
  await Promise.all(
    Array.from({ length: 3 }, () => migrate(database.connectionString, Number.POSITIVE_INFINITY, impatient)),
  );
  const { rows } = await database.db.$client.query('select hash from drizzle.__drizzle_migrations order by id');
  expect(rows.map(({ hash }) => hash)).toEqual(listMigrations());
});

test('a database of this version is opened beside another shop of this version', async () => {
  await migrate(database.connectionString);
  await database.db.$client.query('select 1');
  await expect(migrate(database.connectionString)).resolves.toBeUndefined();
});

test('a database of a newer version is refused as it is', async () => {
  await migrate(database.connectionString);
  await database.db.$client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the year after', 9999999999999)",
  );
  await expect(migrate(database.connectionString)).rejects.toThrow(/^This database belongs to a newer version/);
});

test('every migration is known by its hash', async () => {
  await migrate(database.connectionString);
  const { rows } = await database.db.$client.query('select hash from drizzle.__drizzle_migrations order by id');
  expect(rows.map(({ hash }) => hash)).toEqual(listMigrations());
});

/** The version after this one, with these migrations more. */
const nextVersion = (...more: Partial<Migration>[]): Migration[] => [
  ...readMigrations(),
  ...more.map((one, index) => ({
    name: `${9000 + index}_next`,
    hash: `next ${index}`,
    createdAt: 9e12 + index,
    contracts: [],
    statements: ['select 1'],
    isBesideEarlier: true,
    isOutsideTransaction: false,
    ...one,
  })),
];
const addColour = { statements: ['alter table orders add column colour text'] };

describe('an upgrade beside an open shop', () => {
  beforeEach(async () => {
    await migrate(database.connectionString);
    // An open shop has a connection of this name.
    await database.db.$client.query('select 1');
  });
  const upgradeTo = (all: Migration[], patience = { tries: 2, pauseMs: 100 }) =>
    migrate(database.connectionString, undefined, { all, patience });

  test('is done if the migrations are written for it, and the earlier shop can be started again', async () => {
    await upgradeTo(nextVersion(addColour));
    await database.db.$client.query('select colour from orders');
    await expect(migrate(database.connectionString)).resolves.toBeUndefined();
  });

  test('is refused if one of them needs a closed shop, and the database of such a version is refused by this one', async () => {
    const next = nextVersion(addColour, { isBesideEarlier: false });
    await expect(upgradeTo(next)).rejects.toThrow(/does not know the tables of this one \(9001_next\)\. Close it/);
    await expect(database.db.$client.query('select colour from orders')).rejects.toThrow(/does not exist/);
    await database.db.$client.query("set application_name = 'psql'");
    await upgradeTo(next);
    await expect(migrate(database.connectionString)).rejects.toThrow(/^This database belongs to a newer version/);
  });

  test('does not remove in one step what the open shop still uses', async () => {
    const remove = { statements: ['alter table orders drop column colour'], contracts: ['9000'] };
    const both = nextVersion(addColour, remove);
    await expect(upgradeTo(both)).rejects.toThrow(/still needs what this one removes \(9001_next\)\. Upgrade to the/);
    await upgradeTo(both.slice(0, -1));
    await upgradeTo(both);
  });

  test('lets readers pass while it waits for a long transaction, and is done when that has ended', async () => {
    const long = await database.db.$client.connect();
    await long.query('begin; select count(*) from orders');
    const upgrading = upgradeTo(nextVersion(addColour), { tries: 50, pauseMs: 300 });
    let slowest = 0;
    for (const end = performance.now() + 4_000; performance.now() < end; await sleep(20)) {
      const start = performance.now();
      await database.db.$client.query('select count(*) from orders');
      slowest = Math.max(slowest, performance.now() - start);
    }
    // A lock is waited for a second at most.
    expect(slowest).toBeLessThan(3_000);
    await long.query('commit');
    long.release();
    await upgrading;
    await database.db.$client.query('select colour from orders');
  });

  test('gives up on a transaction that does not end, and has changed nothing', async () => {
    const long = await database.db.$client.connect();
    await long.query('begin; select count(*) from orders');
    await expect(upgradeTo(nextVersion(addColour))).rejects.toThrow(/a long transaction is in the way of 9000_next/);
    await long.query('commit');
    long.release();
    await expect(database.db.$client.query('select colour from orders')).rejects.toThrow(/does not exist/);
  });

  test('builds an index while somebody writes', async () => {
    const long = await database.db.$client.connect();
    await long.query('begin');
    const build = ['drop index concurrently if exists by_text', 'create index concurrently by_text on orders (text)'];
    await upgradeTo(nextVersion({ statements: build, isOutsideTransaction: true }));
    await long.query('commit');
    long.release();
    const { rows } = await database.db.$client.query(
      "select indisvalid from pg_index where indexrelid = 'by_text'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});
