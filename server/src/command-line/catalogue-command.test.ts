import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extras, productSizes, products } from '#server/features/catalogue/table.ts';
import { connect } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrate/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

const COMMAND = fileURLToPath(new URL('./catalogue-command.ts', import.meta.url));

let database: TestDatabase;
let folder: string;
let file: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'marigold-lane-command-'));
  file = join(folder, 'shop.csv');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** As the owner runs it: a process of its own. */
function run(args: string[], env: Record<string, string> = { DATABASE_URL: database.connectionString }) {
  return new Promise<{ code: number | string; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { ...process.env, DATABASE_URL: '', ...env } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out: out.trim(), err: err.trim() }),
    );
  });
}

describe('works', () => {
  test('explains itself', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('npm run catalogue -- import FILE');
    expect(await run([])).toMatchObject({ code: 0, out });
  });

  test('writes a file that, taken back, changes nothing, and with one price changed, that price', async () => {
    expect(await run(['export', file])).toEqual({ code: 0, out: 'Wrote 24 bouquets.', err: '' });
    expect(await run(['import', file])).toEqual({ code: 0, out: '0 new, 0 changed, 24 unchanged.', err: '' });
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace('62.00', '61.99').replace('item_code', 'supplier,item_code').replace(/^ML/gm, 'Hill,ML'),
    );
    expect(await run(['import', file])).toEqual({
      code: 0,
      out: 'Not used: supplier.\n0 new, 1 changed, 23 unchanged.',
      err: '',
    });
    const [rosy] = await database.db.select().from(products).where(eq(products.itemCode, 'ML-1002'));
    expect(rosy?.pricePence).toBe(6199);
  });

  test('carries a shop to another, pictures and all', async () => {
    const pictures = join(folder, 'pictures');
    const moved = join(folder, 'moved.json');
    expect(await run(['export', moved, '--pictures', pictures])).toMatchObject({
      out: 'Wrote 24 bouquets and 2 pictures.',
    });
    const beside = join(folder, 'beside.csv');
    expect(await run(['export-extras', beside])).toMatchObject({ out: 'Wrote 3 extras.' });
    await database.db.delete(products);
    await database.db.delete(extras);
    expect(await run(['import', moved, '--pictures', pictures])).toEqual({
      code: 0,
      out: 'Pictures 2 of 2\n24 new, 0 changed, 0 unchanged.',
      err: '',
    });
    expect(await database.db.$count(productSizes)).toBe(44);
    expect(await run(['import-extras', beside, '--pictures', pictures])).toEqual({
      code: 0,
      out: '3 new, 0 changed, 0 unchanged.',
      err: '',
    });
  });

  test('reaches the database of a shop that is open', async () => {
    const dataDir = join(folder, 'var');
    const shop = await startEmbeddedPostgres({ dataDir, durable: false });
    try {
      await migrate(shop.connectionString);
      const moved = await run(['import', join(folder, 'moved.json'), '--pictures', join(folder, 'pictures')], {
        DATA_DIR: dataDir,
      });
      expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('24 new') });
      const db = connect(shop.connectionString);
      expect(await db.$count(products)).toBe(24);
      await db.$client.end();
    } finally {
      await shop.stop();
    }
    // And, the shop closed, opens it itself.
    const again = await run(['import', join(folder, 'moved.json'), '--pictures', join(folder, 'pictures')], {
      DATA_DIR: dataDir,
    });
    expect(again).toEqual({ code: 0, out: '0 new, 0 changed, 24 unchanged.', err: '' });
  });
});

describe('refuses', () => {
  test('a file with bad rows, and lists at most fifty', async () => {
    const bad = join(folder, 'bad.json');
    await writeFile(bad, JSON.stringify(Array.from({ length: 60 }, () => 'tulips')));
    const { code, out, err } = await run(['import', bad]);
    const lines = err.split('\n');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(lines).toHaveLength(52);
    expect(lines[0]).toBe('Nothing was changed. There are 60 problems.');
    expect(lines[1]).toBe('  item 1 (line 1): is not a bouquet');
    expect(lines.at(-1)).toBe('  and 10 more');
  });

  test('to guess what was meant', async () => {
    const missing = join(folder, 'none.csv');
    expect(await run(['import', missing])).toEqual({ code: 1, out: '', err: `There is no ${missing}.` });
    expect(await run(['delete', file])).toMatchObject({
      code: 1,
      err: 'Say "import FILE" or "export FILE"; --help tells more.',
    });
    expect(await run(['import', 'shop.xlsx'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('must end in .csv or .json'),
    });
    expect(await run(['import', file, '--force'])).toMatchObject({
      code: 1,
      err: expect.stringContaining("'--force'"),
    });
    expect(await run(['export', file])).toMatchObject({
      code: 1,
      err: `${file} exists already: remove it, or choose another name.`,
    });
  });
});
