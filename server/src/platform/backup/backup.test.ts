import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { migrate } from '#server/platform/database/migrate/migrate.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Up to the table of restores. */
const MIGRATIONS_BEFORE_INSTALLATIONS = 12;

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await makeMemoryFolder('marigold-lane-backup-');
  checkout = await openTestCheckout();
});
afterAll(async () => {
  await checkout.close();
  await rm(folder, { recursive: true });
});

const newFile = () => join(folder, `shop-${++count}.backup`);
async function backUp(connectionString = checkout.shop.connectionString) {
  const file = newFile();
  await writeBackup(connectionString, file, {});
  return file;
}

/** Which rows of the shop a restored one holds, where those are not all of them; every other table comes back row for row. */
const COMES_BACK: Record<string, string> = {
  sessions: 'false',
  refresh_tokens: 'false',
  confirmation_keys: 'false',
  password_resets: 'false',
  login_codes: 'false',
  wish_list_links: 'false',
  staff_sessions: 'false',
  staff_links: 'false',
  staff_places: 'false',
  passkeys: 'false',
  passkey_challenges: 'false',
  recovery_codes: 'false',
  // Those that wait with a one-time key in them would carry a link that does not work.
  letters: `sent_at is not null or kind not in ('confirm-email', 'confirm-new-email', 'reset-password', 'login-code',
    'desk-invitation', 'desk-link')`,
};

async function readTables({ $client }: TestDatabase['db'], only: Record<string, string> = {}) {
  const { rows: tables } = await $client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await $client.query<{ row: string }>(
      `select t::text as row from "${name}" t where ${only[name] ?? 'true'} order by 1`,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

/** At least one row in every table, with what a careless copy would spoil. */
async function fillEveryTable() {
  const { db } = checkout.shop.deps;
  const { token, order, person } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('paid');
  await checkout.shop.call('POST', '/api/v1/auth/password/reset/', { body: { email: person.user.email } });
  await checkout.shop.doJobs();
  const odd = 'Tab\t, back\\slash, \\., "quotes",\r\nlines, \u2028 and 🌻';
  await db.execute(sql`insert into claims (order_id, text, photo, made_at, on_the_day)
    values (${order.id}, ${odd}, ${Buffer.from([0, 10, 13, 92, 46, 255])}, now(), true)`);
  await db.execute(sql`insert into cancel_requests (order_id, asked_at, because) values (${order.id}, now(), ${odd})`);
  await db.execute(
    sql`insert into own_cancellations (key, order_id, pence, at) values (${odd}, ${order.id}, 100, now())`,
  );
  await db.execute(sql`insert into claim_keys (key, order_id, at) values (${odd}, ${order.id}, now())`);
  await db.execute(sql`insert into reviews (product_id, user_id, rating, text, written_at)
    select min(id), ${person.user.id}, 5, ${odd}, now() from products`);
  await db.execute(sql`insert into desk_log (at, who, action, subject_id, details)
    values (now(), 'flora', 'hide review', 1, '{"why": null}')`);
  await db.execute(sql`insert into webhook_events (id, type, body, received_at)
    values ('WH-1', 'PAYMENT.CAPTURE.COMPLETED', '{"resource": {}}', now())`);
  await db.execute(sql`insert into webhook_certificates (url, certificate, checked_at)
    values ('https://api.paypal.com/v1/notifications/certs/CERT-1', ${odd}, now())`);
  await db.execute(sql`insert into idempotency_keys (user_id, key, order_id, created_at)
    values (${person.user.id}, gen_random_uuid(), ${order.id}, now())`);
  await db.execute(sql`insert into restores (taken_at, restored_at, taken_over_at, reconciled_at)
    values (now(), now(), now(), now())`);
  await db.execute(sql`insert into letters (kind, sealed, created_at) values
    ('order-confirmed', ${Buffer.from([0, 255])}, now()), ('reset-password', ${Buffer.from([0, 255])}, now())`);
  await checkout.fillCart();
  await db.execute(sql`insert into refunds (payment_id, amount_pence, reason, who, look_again_at, created_at, changed_at)
    select id, 100, ${odd}, 'flora', now(), now(), now() from payments where order_id = ${order.id}`);
  await db.execute(sql`insert into product_sizes (product_id, size, price_pence, stems)
    select min(id), 'large', 9900, '[]' from products on conflict do nothing`);
  await db.execute(sql`insert into extras (code, name, words, price_pence) values ('odd', ${odd}, '', 100)`);
  await db.execute(sql`insert into delivery_settings (fee_pence) values (450)`);
  await db.execute(sql`insert into delivery_weekdays (weekday, orders_a_day) values (6, 40)`);
  await db.execute(sql`insert into delivery_days (day, closed_words) values ('2026-12-24', ${odd})`);
  await db.execute(sql`insert into promo_codes (code, kind, value, created_at) values ('ODD', 'percent', 10, now())`);
  await db.execute(sql`insert into code_sums (promo_code_id, until, uses, given_pence, brought_pence)
    select id, now(), 3, 1250, 11250 from promo_codes where code = 'ODD'`);
  await db.execute(sql`insert into reminders
    (user_id, who, occasion, month, day, every_year, lead_days, next_on, consent, consented_at, created_at)
    values (${person.user.id}, ${odd}, 'other', 2, 29, true, 10, '2027-02-28', ${odd}, now(), now())`);
  await db.execute(sql`insert into login_codes (ticket_hash, user_id, mailbox, code_hash, expires_at)
    values (${Buffer.from([1])}, ${person.user.id}, ${Buffer.from([2])}, ${Buffer.from([3])}, now())`);
  await db.execute(sql`insert into wish_list_items (user_id, product_id, saved_at)
    select ${person.user.id}, min(id), now() from products`);
  await db.execute(sql`insert into wish_list_links (user_id, token, shows_name, made_at)
    values (${person.user.id}, ${'0a'.repeat(16)}, true, now())`);
  await fillTablesOfDesk(order.id, odd);
  return order;
}

async function fillTablesOfDesk(orderId: number, odd: string) {
  const { db } = checkout.shop.deps;
  const { id } = await employ(checkout.shop);
  await db.execute(sql`insert into passkeys (id, staff_id, public_key, counter, is_backed_up, device, created_at)
    values ('a', ${id}, ${Buffer.from([0, 255])}, 1, true, ${odd}, now())`);
  await db.execute(
    sql`insert into recovery_codes (staff_id, hash, created_at) values (${id}, ${Buffer.from([0])}, now())`,
  );
  await db.execute(sql`insert into code_guesses (day, guesses) values ('2026-11-17', 3)`);
  await db.execute(sql`insert into staff_places (staff_id, kind, hash, seen_at)
    values (${id}, 'device', ${Buffer.from([0])}, now())`);
  await db.execute(sql`insert into passkey_challenges (challenge, purpose, browser_hash, expires_at)
    values ('a', 'sign in', ${Buffer.from([0])}, now())`);
  await db.execute(sql`insert into runs (day, number, leaves_at, driver_id) values ('2026-11-17', 1, '11:00', ${id})`);
  await db.execute(sql`insert into run_stops (order_id, run_id, position) select ${orderId}, id, 1 from runs`);
  await db.execute(sql`insert into handovers (order_id, outcome, taken_by, pressed_at, photo)
    values (${orderId}, 'neighbour', ${odd}, now(), ${Buffer.from([0, 255])})`);
  await db.execute(sql`insert into presses (staff_id, key, order_id, answer, at)
    values (${id}, gen_random_uuid(), ${orderId}, ${odd}, now())`);
  await db.execute(sql`insert into tied_counts (item_id, tied) select min(id), 1 from order_items`);
  await db.execute(sql`insert into swaps (order_id, item_id, flower, count, instead, instead_count, state, made_at)
    select ${orderId}, min(id), ${odd}, 1, ${odd}, 1, 'made', now() from order_items where order_id = ${orderId}`);
  await db.execute(sql`insert into stem_purchases (day, flower, bought_for) values ('2026-11-17', ${odd}, 20)`);
  await db.execute(sql`insert into prints (order_id, sheet, count, printed_at) values (${orderId}, 'card', 1, now())`);
  await db.execute(sql`insert into order_notes (order_id, who, text, at) values (${orderId}, 'flora', ${odd}, now())`);
  await db.execute(sql`insert into flowers (name, bunch) values (${odd}, 10)`);
  await db.execute(sql`insert into shop_details (legal_name, vat_number) values (${odd}, 'GB123456789')`);
  await db.execute(sql`insert into product_photos (sent_at, original) values (now(), ${Buffer.from([0, 255])})`);
  await db.execute(
    sql`insert into customer_notes (user_id, text, at, who) select min(id), ${odd}, now(), 'flora' from users`,
  );
}

test('a restored shop holds every row of every table, but for what is ended on purpose', async () => {
  const order = await fillEveryTable();
  const whole = await readTables(checkout.shop.deps.db);
  expect(Object.entries(whole).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const file = await backUp();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const empty = await createEmptyDatabase();
  try {
    await restoreBackup(empty.connectionString, file);
    // Whoever works at the desk joins anew.
    await checkout.shop.deps.db.execute(sql`update staff set joined_at = null where disabled_at is null`);
    const wanted = await readTables(checkout.shop.deps.db, COMES_BACK);
    // And one row more, which says that it was restored.
    const { restores = [], ...found } = await readTables(empty.db);
    const { restores: earlier = [], ...kept } = wanted;
    expect(found).toEqual(kept);
    expect(restores).toEqual([...earlier, expect.stringContaining(',,')].toSorted());
    expect(restores).toHaveLength(earlier.length + 1);
    // Numbers that were given out since the backup are not given out again.
    const { rows: numbers } = await empty.db.execute<{ next: number }>(
      sql`select nextval(pg_get_serial_sequence('order_numbers', 'id'))::int as next`,
    );
    expect(numbers[0]?.next).toBeGreaterThanOrEqual(order.id + 100_000);
  } finally {
    await empty.drop();
  }
});

const readLines = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .split('\n');

test('numbers do not run out, however often a shop is restored', async () => {
  const { $client } = checkout.shop.deps.db;
  const { rows } = await $client.query('select last_value from order_numbers_id_seq');
  await $client.query("select setval('order_numbers_id_seq', 2147483000)");
  const file = await backUp();
  await $client.query("select setval('order_numbers_id_seq', $1)", [rows[0].last_value]);
  const empty = await createEmptyDatabase();
  try {
    await restoreBackup(empty.connectionString, file);
    const next = await empty.db.$client.query("select nextval('order_numbers_id_seq')::int as next");
    expect(next.rows).toEqual([{ next: 2_147_483_001 + 323 }]);
  } finally {
    await empty.drop();
  }
});

test('a backup of an earlier version comes back as a shop of this one, with an id of its own, on standby', async () => {
  const [old, empty] = [await createEmptyDatabase(), await createEmptyDatabase()];
  try {
    await migrate(old.connectionString, MIGRATIONS_BEFORE_INSTALLATIONS);
    await old.db.$client.query(
      'insert into restores (taken_at, restored_at, reconciled_at) values (now(), now(), now())',
    );
    const file = await backUp(old.connectionString);
    await restoreBackup(empty.connectionString, file);
    expect(await findInstallation(empty.db)).toMatch(/^m[0-9a-f]{11}$/);
    expect(await findInstallation(empty.db)).not.toBe(await findInstallation(checkout.shop.deps.db));
    const { rows } = await empty.db.$client.query('select taken_over_at is null as waits from restores order by id');
    expect(rows).toEqual([{ waits: false }, { waits: true }]);
    expect(await isOnStandby(empty.db)).toBe(true);
    // The same shop, closed and brought to this version without a restore, is the shop still.
    await old.db.$client.query("set application_name = 'closed'");
    await migrate(old.connectionString);
    expect(await isOnStandby(old.db)).toBe(false);
  } finally {
    await old.drop();
    await empty.drop();
  }
});

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
  await expect(writeBackup(checkout.shop.connectionString, file, {})).rejects.toMatchObject({ code: 'EEXIST' });
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
      env: { PATH: process.env.PATH, DATABASE_URL: checkout.shop.connectionString },
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
