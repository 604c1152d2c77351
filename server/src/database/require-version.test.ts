import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { listMigrations, migrate } from './migrate.ts';

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
    /^A shop of an earlier version is open on this database \(1 connection\) .+ Nothing was changed\.$/,
  );
  expect(await countTables()).toBe(tables);
  await database.db.$client.query("set application_name = 'psql'");
  await migrate(database.connectionString);
  expect(await countTables()).toBeGreaterThan(tables);
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
