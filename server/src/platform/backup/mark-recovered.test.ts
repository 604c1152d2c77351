import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { isOnStandby, takeOver } from '#server/platform/installation/standby.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { logInAgain, PASSWORD } from '#server/testing/people.ts';
import { TEST_SECRET } from '#server/testing/test-shop.ts';
import { markRecovered } from './mark-recovered.ts';

const COMMAND = fileURLToPath(new URL('./restore-command.ts', import.meta.url));

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout({ now: new Date() });
});
afterEach(async () => {
  await checkout.shop.deps.db.execute(sql`delete from restores`);
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});
afterAll(() => checkout.close());

/** As a server is that was just brought back: nobody is connected. The shop of the test connects again when it is called. */
async function disconnectAll(): Promise<void> {
  const client = new pg.Client({ connectionString: checkout.shop.connectionString });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
  );
  await client.end();
}

async function mark(takenAt: Date): Promise<void> {
  await disconnectAll();
  await markRecovered(checkout.shop.connectionString, takenAt);
}

/** As the operator runs it. */
function run(...args: string[]) {
  const settings = { DATABASE_URL: checkout.shop.connectionString, JWT_SECRET: TEST_SECRET };
  return new Promise<{ code: number | string; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...settings } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out: out.trim(), err: err.trim() }),
    );
  });
}

describe('a database that was brought back by tools of PostgreSQL', () => {
  test('is a copy on standby: everybody is signed out, no money moves, and its numbers go on elsewhere', async () => {
    const { person, token, order } = await checkout.fillCart();
    await mark(new Date());
    expect(await isOnStandby(checkout.shop.deps.db)).toBe(true);
    expect((await checkout.shop.get('/ready')).status).toBe(503);
    expect((await checkout.shop.call('GET', '/api/user/profile/', { token })).status).toBe(401);
    expect((await checkout.shop.call('POST', '/auth/refresh/', { body: { refresh: person.refresh } })).status).toBe(
      401,
    );
    const { access } = await logInAgain(checkout.shop, person.user.email);
    expect((await checkout.pay.create(access, order)).status).toBe(503);
    const { rows } = await checkout.shop.deps.db.execute<{ sealed: number }>(
      sql`select count(*)::int as sealed from letters where kind = 'confirm-email' and sent_at is null`,
    );
    expect(rows).toEqual([{ sealed: 0 }]);
    const [product] = (await checkout.shop.get('/api/products/?limit=1')).json() as { id: number }[];
    const { access: another } = (await checkout.fillCart()).person;
    const body = { order_items: [{ product: product?.id, quantity: 1 }] };
    const begun = (await checkout.shop.call('POST', '/api/user/orders/', { token: another, body })).json() as Order;
    expect(begun.id).toBeGreaterThan(order.id + 100_000);

    await checkout.shop.deps.db.transaction((tx) => takeOver(tx, new Date()));
    expect((await checkout.shop.get('/ready')).status).toBe(200);
    expect((await checkout.pay.create(access, order)).status).toBe(200);
  });

  test('passwords can be made unusable', async () => {
    const { person } = await checkout.fillCart();
    await disconnectAll();
    const { code, out } = await run('--recovered', new Date().toISOString(), '--reset-passwords');
    expect(out).toMatch(
      /^This is the shop as it was at [\d :-]+ UTC, \d minutes? ago\.\nEverybody is signed out and needs/,
    );
    expect(code).toBe(0);
    expect(await isOnStandby(checkout.shop.deps.db)).toBe(true);
    const body = { email: person.user.email, password: PASSWORD, remember: false };
    expect((await checkout.shop.call('POST', '/api/user/login/', { body })).status).toBe(401);
  });
});

describe('what is refused, and changes nothing', () => {
  const isUntouched = async () => expect(await isOnStandby(checkout.shop.deps.db)).toBe(false);

  test('a database on which a shop is open', async () => {
    await checkout.shop.deps.db.execute(sql`select 1`);
    await expect(markRecovered(checkout.shop.connectionString, new Date())).rejects.toThrow(
      'A shop is open on this database. Close it first.',
    );
    await isUntouched();
  });

  test('a moment that is none, names no zone or is still to come', async () => {
    await disconnectAll();
    for (const words of ['2026-11-17T09:41:59', 'yesterday'])
      expect(await run('--recovered', words)).toMatchObject({
        code: 1,
        err: 'Nothing was changed. Name the moment it was brought back to, in the past, as 2026-11-17T09:41:59Z.',
      });
    for (const moment of [new Date(Number.NaN), new Date(Date.now() + 60_000)])
      await expect(mark(moment)).rejects.toThrow('Name the moment');
    await isUntouched();
  });

  test('a moment before payments that the database holds', async () => {
    const { token } = await checkout.buy();
    await expect(mark(new Date(Date.now() - 3_600_000))).rejects.toThrow('which is later');
    await isUntouched();
    expect((await checkout.shop.call('GET', '/api/user/profile/', { token })).status).toBe(200);
  });
});
