import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { listPlants } from './list-plants.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ODD_STEMS: unknown[] = [
  [],
  null,
  'none',
  7,
  { flower: 'Rose', count: 3 },
  [7, null, { count: 2 }, { flower: 'Pink rose' }],
  [{ flower: true }, { flower: 12 }, { flower: ['Lily'] }, { flower: null }],
  [{ flower: '' }, { flower: '  ' }, { flower: '!!!' }, { flower: 'Rose' }, { flower: 'roses' }],
  [{ flower: 'Christmas rose' }, { flower: 'Calla lily' }, { flower: 'Peruvian lilies' }, { flower: "Baby's breath" }],
  [{ flower: 'Wild rose' }, { flower: 'Garden rose' }, { flower: 'Wild rose' }, { flower: 'Green leaves' }],
  [{ flower: 'Élégance (blush)' }, { flower: 'Asparagus fern' }, { flower: 'Lily rose' }, { flower: 'Pink' }],
];

test('the plants of every bouquet and of odd stems are those that the database reads in them', async () => {
  const { rows } = await database.db.execute<{ stems: unknown }>(sql`select stems from products order by id`);
  expect(rows.length).toBeGreaterThan(20);
  // Twice: the second time their names are known.
  for (const stems of [...rows, ...rows].map((row) => row.stems).concat(ODD_STEMS, ODD_STEMS)) {
    const read = await database.db.execute<{ plants: string[] }>(
      sql`select plants_in(${JSON.stringify(stems)}::jsonb) as plants`,
    );
    expect({ stems, plants: await listPlants(database.db, stems) }).toEqual({ stems, plants: read.rows[0]?.plants });
  }
});
