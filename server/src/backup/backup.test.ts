import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../database/drizzle.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { openTill } from '../testing/open-till.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openTestShop } from '../testing/test-shop.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let till: Awaited<ReturnType<typeof openTill>>;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marigold-lane-backup-'));
  till = await openTill();
});
afterAll(async () => {
  await till.close();
  await rm(folder, { recursive: true });
});

const newFile = () => join(folder, `shop-${++count}.backup`);
async function backUp(connectionString = till.shop.connectionString) {
  const file = newFile();
  await writeBackup(connectionString, file, {});
  return file;
}

async function open() {
  const { token, order } = await till.fillCart();
  const { id } = (await till.pay.create(token, order)).json() as { id: string };
  await till.provider.approve(id);
  return { token, order, paypalOrder: id };
}
async function buy() {
  const bought = await open();
  const answer = await till.pay.capture(bought.token, bought.order.id, bought.paypalOrder);
  expect(answer.json().state).toBe('paid');
  return bought;
}

test('a restored shop holds what was there, and a backup of it says the same', async () => {
  await buy();
  await till.shop.doJobs();
  const file = await backUp();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const empty = await createEmptyDatabase();
  try {
    await restoreBackup(empty.connectionString, file);
    const again = await backUp(empty.connectionString);
    const [first, second] = await Promise.all([file, again].map(readRows));
    expect(second).toEqual(first);
    const { rows } = await empty.db.execute(sql`select 1 from restores where reconciled_at is null`);
    expect(rows).toHaveLength(1);
    // Numbers go on where they were: nothing new takes the place of what the backup holds.
    const { rows: ids } = await empty.db.execute<{ free: boolean }>(
      sql`select nextval(pg_get_serial_sequence('orders', 'id')) > (select max(id) from orders) as free`,
    );
    expect(ids).toEqual([{ free: true }]);
  } finally {
    await empty.drop();
  }
});

const readLines = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .split('\n');

/** Everything but when it was taken and that it was restored. */
async function readRows(file: string): Promise<string[]> {
  const [, ...lines] = await readLines(file);
  const start = lines.findIndex((line) => line.startsWith('{"table":"restores"'));
  return lines.filter((line, place) => place < start && !line.startsWith('{"end"')).toSorted();
}

test('money that moved since the backup is brought to its end', async () => {
  const kept = await buy();
  const underWay = await open();
  const file = await backUp();
  const lost = await buy();
  expect((await till.pay.capture(underWay.token, underWay.order.id, underWay.paypalOrder)).json().state).toBe('paid');
  const empty = await createEmptyDatabase();
  await restoreBackup(empty.connectionString, file);
  await makeQueues(empty);
  const restored = await openTestShop({
    database: empty,
    now: new Date(),
    env: { PAYPAL_API_BASE: till.provider.url },
  });
  try {
    await restored.handlers['sweep-payments']?.work({});
    await restored.doJobs();
    const { rows } = await empty.db.execute<{ id: number; status: string }>(
      sql`select id, status from orders where id in (${kept.order.id}, ${underWay.order.id}) order by id`,
    );
    expect(rows.map(({ status }) => status)).toEqual(['C', 'C']);
    for (const { order } of [kept, underWay]) expect(await till.takenFor(order.id)).toHaveLength(1);
    const held = (await till.takenFor(lost.order.id)).reduce((sum, pence) => sum + pence, 0);
    expect(held, 'the order is lost, so its money went back').toBe(0);
    const told = () => restored.letters().filter(({ subject }) => subject.includes('whose order is lost'));
    expect(told()).toHaveLength(1);
    // Once: the next look finds nothing more to do.
    await restored.handlers['sweep-payments']?.work({});
    await restored.doJobs();
    expect([told().length, (await till.takenFor(lost.order.id)).length]).toEqual([1, 2]);
  } finally {
    await restored.close();
  }
});

/** As the shop does when it opens: the queue of jobs is no part of a backup. */
async function makeQueues({ db }: TestDatabase): Promise<void> {
  const jobs = createJobs(db);
  const boss = await jobs.boss();
  await boss.start();
  await boss.stop();
  await jobs.close();
}

test('a shop that is there is never overwritten', async () => {
  const file = await backUp();
  const stocked = await createTestDatabase();
  try {
    await expect(restoreBackup(stocked.connectionString, file)).rejects.toThrow(
      'There is a shop in this database already',
    );
  } finally {
    await stocked.drop();
  }
  await expect(writeBackup(till.shop.connectionString, file, {})).rejects.toMatchObject({ code: 'EEXIST' });
});

test('a file that is cut short or altered is refused, and leaves nothing', async () => {
  const whole = gunzipSync(await readFile(await backUp()));
  const header = JSON.parse(whole.subarray(0, whole.indexOf(10)).toString());
  const withHeader = (change: object) =>
    gzipSync(Buffer.concat([Buffer.from(JSON.stringify({ ...header, ...change })), whole.subarray(whole.indexOf(10))]));
  const zipped = gzipSync(whole);
  const damaged = Buffer.from(zipped);
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] as number) ^ 0xff;
  const bad = [
    ...[0.1, 0.3, 0.5, 0.7, 0.9].map((part) => zipped.subarray(0, Math.floor(zipped.length * part))),
    ...[0.01, 0.5, 0.999].map((part) => gzipSync(whole.subarray(0, Math.floor(whole.length * part)))),
    damaged,
    Buffer.from('not a backup'),
    gzipSync(Buffer.from('{"shop":"another"}\n')),
    withHeader({ migrations: [...header.migrations, 'one more'] }),
    withHeader({ migrations: header.migrations.map(() => 'of another shop') }),
  ];
  const empty = await createEmptyDatabase();
  try {
    for (const [place, bytes] of bad.entries()) {
      const file = newFile();
      await writeFile(file, bytes);
      await expect(restoreBackup(empty.connectionString, file), `damage ${place}`).rejects.toThrow();
    }
    // And the whole one still goes in.
    const good = newFile();
    await writeFile(good, zipped);
    expect((await restoreBackup(empty.connectionString, good)).rows).toBeGreaterThan(0);
  } finally {
    await empty.drop();
  }
});

test('a backup that is killed leaves no file that looks whole', async () => {
  const command = new URL('./backup-command.ts', import.meta.url).pathname;
  const start = (file: string) =>
    spawn(process.execPath, [command, file], {
      env: { PATH: process.env.PATH, DATABASE_URL: till.shop.connectionString },
      stdio: 'ignore',
    });
  const before = performance.now();
  const undisturbed = newFile();
  await once(start(undisturbed), 'exit');
  const whole = performance.now() - before;
  expect(await isThere(undisturbed)).toBe(true);
  let missing = 0;
  for (const share of [0.4, 0.6, 0.75, 0.85, 0.95]) {
    const file = newFile();
    const child = start(file);
    setTimeout(() => child.kill('SIGKILL'), whole * share);
    await once(child, 'exit');
    // One that came to its end in time is a backup; there is nothing between that and none.
    if (await isThere(file)) expect((await readLines(file)).at(-2)).toMatch(/^\{"end"/);
    else missing += 1;
  }
  expect(missing).toBeGreaterThan(0);
});

const isThere = async (file: string) => (await readdir(folder)).includes(basename(file));
