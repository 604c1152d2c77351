import { rm } from 'node:fs/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';
import { openTcpProxy } from '#server/testing/servers/tcp-proxy.ts';
import { connect, type Database } from '../connect.ts';
import { sql } from '../drizzle.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { watchChanges } from '../watch-changes.ts';
import { findOutage } from './find-outage.ts';
import { openClient } from './open-client.ts';

type Server = EmbeddedPostgres & { dataDir: string };
type Proxy = Awaited<ReturnType<typeof openTcpProxy>>;

/** Two servers with a database of one name, as two members of a cluster are. */
let servers: Server[];
let proxies: Proxy[];
let db: Database | undefined;

beforeAll(async () => {
  servers = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const dataDir = await makeMemoryFolder('marigold-lane-tests-');
      const server = await startEmbeddedPostgres({ dataDir, durable: false });
      await query(server, `create table server as select '${name}' as name`);
      return { ...server, dataDir };
    }),
  );
});
afterAll(async () => {
  for (const server of servers) {
    await server.stop();
    await rm(server.dataDir, { recursive: true });
  }
});
beforeEach(async () => {
  for (const server of servers) await query(server, 'alter database shop reset default_transaction_read_only');
  proxies = await Promise.all(servers.map(({ connectionString }) => openTcpProxy(connectionString)));
});
afterEach(async () => {
  await db?.$client.end();
  db = undefined;
  for (const proxy of proxies) await proxy.close();
});

async function query({ connectionString }: EmbeddedPostgres, text: string): Promise<void> {
  const client = new pg.Client({ connectionString, options: '-c default_transaction_read_only=off' });
  await client.connect();
  await client.query(text);
  await client.end();
}

const address = (wanted = 'read-write') => {
  const ports = proxies.map(({ connectionString }) => `127.0.0.1:${new URL(connectionString).port}`);
  return `postgresql://shop@${ports}/shop?sslmode=disable&connect_timeout=1&target_session_attrs=${wanted}`;
};

/** As after a failover: the server restarts its sessions, and each new one may only read. */
async function demote(number: number): Promise<void> {
  const server = servers[number] as Server;
  await query(server, 'alter database shop set default_transaction_read_only = on');
  proxies[number]?.cut();
}

const findServer = async (on: Database): Promise<unknown> => {
  const { rows } = await on.execute<{ name: string }>(sql`update server set name = name returning name`);
  return rows[0]?.name;
};

test('the first host that can be written to is used', async () => {
  db = connect(address());
  expect(await findServer(db)).toBe('one');
  const client = await openClient({ connectionString: address() });
  expect((await client.query('select name from server')).rows).toEqual([{ name: 'one' }]);
  await client.end();

  await demote(0);
  const other = connect(address());
  expect(await findServer(other)).toBe('two');
  await other.$client.end();
  const next = await openClient({ connectionString: address() });
  expect((await next.query('select name from server')).rows).toEqual([{ name: 'two' }]);
  await next.end();
});

test('a host that turned read-only is left by all connections, also by those that were not cut', async () => {
  db = connect(address());
  const pool = db;
  // Open sessions become read-only as well, as when their server is made a standby.
  const becomeReadOnly = sql`select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.05)`;
  await Promise.all(Array.from({ length: 8 }, () => pool.execute(becomeReadOnly)));
  await query(servers[0] as Server, 'alter database shop set default_transaction_read_only = on');
  const refused = await findServer(pool).catch((error) => findOutage(error));
  expect(refused).toMatchObject({ isReadOnly: true, leavesServer: true, keepsConnection: false });
  const answers = await Promise.all(Array.from({ length: 8 }, () => findServer(pool)));
  expect(answers).toEqual(Array(8).fill('two'));
});

test('a host that accepts connections and says nothing costs its time-out once', async () => {
  db = connect(address());
  await db.execute(sql`select 1`);
  proxies[0]?.fallSilent({ alsoNew: true });
  // The open connection hangs; it is not of interest here.
  const fresh = connect(address());
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: 5 }, () => findServer(fresh)));
  expect(answers).toEqual(Array(5).fill('two'));
  const first = performance.now() - start;
  expect(first).toBeGreaterThan(900);
  expect(first).toBeLessThan(20_000);
  const again = performance.now();
  await Promise.all(Array.from({ length: 8 }, () => fresh.execute(sql`select pg_sleep(0.01)`)));
  expect(performance.now() - again).toBeLessThan(900);
  await fresh.$client.end();
});

test('where no host can be written to, callers are told to come back', async () => {
  await demote(0);
  await demote(1);
  db = connect(address());
  const outage = await findServer(db).catch((error) => findOutage(error));
  expect(outage).toMatchObject({ reason: 'it cannot be reached', isReadOnly: true });
  await expect(openClient({ connectionString: address() })).rejects.toThrow(
    /^127\.0\.0\.1:\d+: The database can only be read\.; 127\.0\.0\.1:\d+: The database can only be read\.$/,
  );
  // It comes back by itself.
  await query(servers[1] as Server, 'alter database shop reset default_transaction_read_only');
  expect(await findServer(db)).toBe('two');
});

test('changes are heard from the next host when the one that announced them falls silent', async () => {
  const onCatalogue = vi.fn();
  const listeners = { onCatalogue, onDelivery: vi.fn(), onDesk: vi.fn() };
  const watch = await watchChanges(address(), listeners, pino({ level: 'silent' }), { checkEveryMs: 200 });
  proxies[0]?.fallSilent({ alsoNew: true });
  await vi.waitFor(() => expect(watch.isListening()).toBe(false), { timeout: 60_000 });
  await vi.waitFor(() => expect(watch.isListening()).toBe(true), { timeout: 60_000 });
  onCatalogue.mockClear();
  await query(servers[1] as Server, 'notify catalogue_changed');
  await vi.waitFor(() => expect(onCatalogue).toHaveBeenCalled(), { timeout: 60_000 });
  await watch.stop();
});
