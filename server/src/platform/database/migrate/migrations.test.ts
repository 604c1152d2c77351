import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findUnsafeStatements } from '#server/testing/source-rules/find-unsafe-statements.ts';
import { FIRST_BESIDE, type Migration, readMigrations } from './read-migrations.ts';

const find = (...statements: string[]) =>
  findUnsafeStatements({ statements, isOutsideTransaction: statements.some((text) => /concurrently/i.test(text)) });

describe('new migrations', () => {
  const all = readMigrations().slice(FIRST_BESIDE);
  test('can be applied under an open shop of the version before, or say why not', () => {
    const unsafe = all.flatMap((one: Migration) => findUnsafeStatements(one).map((why) => `${one.name} ${why}`));
    expect(unsafe).toEqual([]);
  });

  test('remove only what an earlier migration has replaced', () => {
    const numbers = readMigrations().map(({ name }) => name.slice(0, 4));
    for (const { name, contracts } of all)
      for (const number of contracts) expect(numbers.indexOf(number)).toBeLessThan(numbers.indexOf(name.slice(0, 4)));
  });
});

test('only the newest migration keeps its snapshot: the next one is compared with it alone', () => {
  const snapshots = readdirSync(`${import.meta.dirname}/../migrations/meta`).filter((name) =>
    name.endsWith('snapshot.json'),
  );
  expect(snapshots).toEqual([`${readMigrations().at(-1)?.name.slice(0, 4)}_snapshot.json`]);
});

describe('refused beside an open shop', () => {
  test.each([
    ['CREATE INDEX "by_day" ON "orders" ("delivery_date");', /builds an index under a lock/],
    ['CREATE UNIQUE INDEX by_day ON orders USING btree (day);', /builds an index under a lock/],
    ['DROP INDEX "by_day";', /drops an index/],
    ['ALTER TABLE "orders" ALTER COLUMN "version" SET DATA TYPE bigint;', /changes the type/],
    ['ALTER TABLE "orders" DROP COLUMN "text";', /drops a column/],
    ['DROP TABLE "orders" CASCADE;', /drops a table/],
    ['ALTER TABLE "orders" RENAME COLUMN "text" TO "note";', /renames/],
    ['ALTER TABLE "orders" ADD COLUMN "colour" text NOT NULL;', /must be filled/],
    ['ALTER TABLE "orders" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;', /rewritten/],
    ['ALTER TABLE "orders" ALTER COLUMN "text" SET NOT NULL;', /reads the whole table/],
    ['ALTER TABLE "orders" ADD CONSTRAINT "positive" CHECK ("version" > 0);', /as not valid/],
    ['UPDATE orders SET text = $$x$$;', /in batches/],
  ])('%s', (statement, why) => {
    expect(find(statement)).toEqual([expect.stringMatching(why)]);
    expect(find(`-- safe: the table has ten rows\n${statement}`)).toEqual([]);
    expect(find(`-- closes the shop: there is no other way\n${statement}`)).toEqual([]);
    expect(find(`-- safe:\n${statement}`)).toHaveLength(1);
  });

  test('an index that is begun again without being dropped first, and anything else beside it', () => {
    const [drop, make] = [
      'drop index concurrently if exists by_day;',
      'create index concurrently by_day on orders (day);',
    ];
    expect(find(drop, make)).toEqual([]);
    expect(find(make)).toEqual(['cannot be begun again: drop by_day first']);
    expect(find(drop, make, 'ALTER TABLE "orders" ADD COLUMN "colour" text;')).toEqual([
      'does more than build indexes outside a transaction',
    ]);
  });
});

test.each([
  ['ALTER TABLE "orders" ADD COLUMN "colour" text;'],
  [`ALTER TABLE "orders" ADD COLUMN "colour" text DEFAULT 'red' NOT NULL;`],
  ['ALTER TABLE "orders" ADD CONSTRAINT "positive" CHECK ("version" > 0) NOT VALID;'],
  ['ALTER TABLE "orders" VALIDATE CONSTRAINT "positive";'],
  ['CREATE TABLE "vases" ("id" integer);', 'CREATE INDEX "of_vase" ON "vases" ("id");', 'update vases set id = 1;'],
  ['CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ begin update orders set text = 1; end $$;'],
])('goes beside an open shop: %s', (...statements) => {
  expect(find(...statements)).toEqual([]);
});
