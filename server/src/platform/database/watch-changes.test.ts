import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { sql } from './drizzle.ts';
import { type ChangeWatch, watchChanges } from './watch-changes.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let watch: ChangeWatch;
const onChange = vi.fn();
const onDelivery = vi.fn();
const onDesk = vi.fn();

beforeEach(async () => {
  database = await createTestDatabase();
  watch = await watchChanges(
    database.connectionString,
    { onCatalogue: onChange, onDelivery, onDesk },
    pino({ level: 'silent' }),
  );
  onChange.mockClear();
  onDelivery.mockClear();
  onDesk.mockClear();
});
afterEach(async () => {
  await watch.stop();
  await database.drop();
});

test.each([
  "update products set price_pence = price_pence + 1 where name = 'Tearoom'",
  "delete from products where name = 'Tearoom'",
  'truncate products cascade',
])('hears of a change made by anyone: %s', async (change) => {
  await database.db.execute(sql.raw(change));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 60_000 });
});

test.each([
  'insert into delivery_settings (fee_pence) values (600)',
  'insert into delivery_weekdays (weekday, orders_a_day) values (0, 40)',
  "insert into delivery_days (day, surcharge_pence) values ('2027-02-14', 300)",
])('hears of a change of the rules of delivery: %s', async (change) => {
  await database.db.execute(sql.raw(change));
  await vi.waitFor(() => expect(onDelivery).toHaveBeenCalled(), { timeout: 60_000 });
  expect(onDesk).toHaveBeenCalledWith('calendar');
  expect(onChange).not.toHaveBeenCalled();
});

test('hears nothing of a change that was taken back', async () => {
  await database.db
    .transaction(async (tx) => {
      await tx.execute(sql`delete from products`);
      throw new Error('taken back');
    })
    .catch(() => {});
  await database.db.execute(sql`select pg_notify('other', '')`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(onChange).not.toHaveBeenCalled();
});

test('keeps nothing while it is deaf, and listens again by itself', async () => {
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marigold-lane watch' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(watch.isListening()).toBe(false), { timeout: 60_000 });
  await vi.waitFor(() => expect(watch.isListening()).toBe(true), { timeout: 60_000 });
  onChange.mockClear();
  await database.db.execute(sql`update products set price_pence = price_pence + 1`);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 60_000 });
});

test('gathers sales for a while and tells of them once', async () => {
  const onSale = vi.fn();
  const patient = await watchChanges(
    database.connectionString,
    { onCatalogue: onSale, onDelivery, onDesk: vi.fn() },
    pino({ level: 'silent' }),
    { soldDelayMs: 300 },
  );
  onSale.mockClear();
  for (let sale = 0; sale < 5; sale++) await database.db.execute(sql`update products set sold = sold + 1`);
  await database.db.execute(sql`update products set price_pence = price_pence + 1 where name = 'Tearoom'`);
  await vi.waitFor(() => expect(onSale).toHaveBeenCalledTimes(1), { timeout: 250 });
  await vi.waitFor(() => expect(onSale).toHaveBeenCalledTimes(2), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(onSale).toHaveBeenCalledTimes(2);
  await patient.stop();
});

test('tells sales apart from changes where somebody asks for that', async () => {
  const [onSold, onCatalogue] = [vi.fn(), vi.fn()];
  const apart = await watchChanges(
    database.connectionString,
    { onCatalogue, onSold, onDelivery, onDesk: vi.fn() },
    pino({ level: 'silent' }),
    { soldDelayMs: 50 },
  );
  onCatalogue.mockClear();
  await database.db.execute(sql`update products set sold = sold + 1`);
  await vi.waitFor(() => expect(onSold).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  expect(onCatalogue).not.toHaveBeenCalled();
  await database.db.execute(sql`update products set price_pence = price_pence + 1 where name = 'Tearoom'`);
  await vi.waitFor(() => expect(onCatalogue).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  expect(onSold).toHaveBeenCalledTimes(1);
  await apart.stop();
});

test('announces a change of every column, but sales on their own, and prices of sizes by their own table', async () => {
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = 'products'::regclass and attnum > 0 and attgenerated = ''
      and attidentity = '' and attnum not in (select unnest(tgattr) from pg_trigger where tgname = 'catalogue_changed')`);
  expect(rows).toEqual([{ name: 'sold' }, { name: 'large_pence' }, { name: 'grand_pence' }]);
});

test('tries again one attempt at a time, however long the database is away', async () => {
  let attempts = 0;
  const { host, port, database: name, user } = new pg.Client({ connectionString: database.connectionString });
  let open = true;
  const door = createServer((visitor) => {
    if (!open) {
      attempts += 1;
      return void visitor.destroy();
    }
    const inside = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    visitor.pipe(inside).pipe(visitor);
    visitor.on('error', () => {}).on('close', () => inside.destroy());
    inside.on('error', () => {}).on('close', () => visitor.destroy());
    visitors.add(visitor);
  });
  const visitors = new Set<Socket>();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const through = `postgres://${user}@127.0.0.1:${(door.address() as AddressInfo).port}/${name}`;
  const other = await watchChanges(
    through,
    { onCatalogue: onChange, onDelivery, onDesk: vi.fn() },
    pino({ level: 'silent' }),
  );
  open = false;
  for (const visitor of visitors) visitor.destroy();
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  expect(attempts).toBeGreaterThan(1);
  expect(attempts).toBeLessThan(6);
  open = true;
  await vi.waitFor(() => expect(other.isListening()).toBe(true), { timeout: 60_000 });
  await other.stop();
  door.close();
});

test('leaves a server that freezes when it is asked to listen, and tries again', async () => {
  const { host, port, database: name, user } = new pg.Client({ connectionString: database.connectionString });
  let [frozen, isWell] = [0, false];
  const door = createServer((visitor) => {
    const inside = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    visitor.on('data', (bytes) => {
      if (!isWell && bytes.includes('LISTEN')) frozen += 1;
      else inside.write(bytes);
    });
    inside.pipe(visitor);
    visitor.on('error', () => {}).on('close', () => inside.destroy());
    inside.on('error', () => {}).on('close', () => visitor.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const through = `postgres://${user}@127.0.0.1:${(door.address() as AddressInfo).port}/${name}`;
  const open = () => watchChanges(through, { onCatalogue: onChange, onDelivery, onDesk }, pino({ level: 'silent' }));
  await expect(open()).rejects.toThrow('timeout');
  expect(frozen).toBe(1);
  isWell = true;
  const other = await open();
  expect(other.isListening()).toBe(true);
  await other.stop();
  door.close();
});
