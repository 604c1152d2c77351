import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const nobodyCanRunNode = isRoot && spawnSync(process.execPath, ['--version'], { uid: NOBODY }).status === 0;

let room: string;
let template: string;
const running: EmbeddedPostgres[] = [];
const shops: ChildProcess[] = [];

async function start(dataDir: string, more: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const database = await startEmbeddedPostgres({ dataDir, durable: false, ...more });
  running.push(database);
  return database;
}

/** A folder that has a database already, which is quicker than making one. */
async function stocked(name = 'shop'): Promise<string> {
  const dataDir = join(await mkdtemp(join(room, 'data-')), name);
  // A program of its own: to copy a thousand files from here takes thirty times as long.
  execFileSync('cp', ['-R', template, dataDir]);
  return dataDir;
}

async function query(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A shop in a process of its own, so that it can be killed. `firstLine` is how its start ended. */
function openShop(dataDir: string, { uid, path }: { uid?: number; path?: string } = {}) {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url))};
    process.on('SIGTERM', () => process.exit());
    await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false, say: console.log }).then(
      ({ connectionString }) => console.log(connectionString),
      (error) => console.log(error.name + ': ' + error.message),
    );
    setInterval(() => {}, 1000);`;
  const shop = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
    ...(path !== undefined && { env: { PATH: path } }),
  });
  shops.push(shop);
  // On a busy machine it says that it takes a moment.
  const isMoment = (line: string) => line === 'The database is putting itself in order…';
  const lines = createInterface(shop.stdout)[Symbol.asyncIterator]();
  const firstLine = async (): Promise<string> => {
    const { value = '' } = await lines.next();
    return isMoment(value) ? firstLine() : value;
  };
  return { shop, firstLine: firstLine() };
}

async function end(shop: ChildProcess, signal: NodeJS.Signals) {
  shop.kill(signal);
  if (shop.exitCode === null && shop.signalCode === null) await once(shop, 'exit');
}

const asOwner = (dataDir: string) =>
  `postgresql://postgres@localhost/postgres?${new URLSearchParams({ host: join(dataDir, 'postgres') })}`;

const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

beforeAll(async () => {
  room = await makeMemoryFolder('embedded-');
  await chmod(room, 0o755);
  template = join(room, 'template');
  await (await start(template)).stop();
});

afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => end(shop, 'SIGTERM')));
  await Promise.all(running.splice(0).map((database) => database.stop()));
});

afterAll(async () => {
  await rm(room, { recursive: true, force: true, maxRetries: 3 });
});

describe('works', () => {
  test('makes a database that is safe against power cuts and knows the case of every letter', async () => {
    const said: string[] = [];
    const { connectionString } = await start(join(room, 'new', 'shop'), {
      durable: true,
      say: (line) => said.push(line),
    });
    const [row] = await query(
      connectionString,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
              current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
              current_setting('is_superuser') AS superuser, lower('CRÈME ÉCLAIR ŁÓDŹ') AS lower,
              'Œillet ÉTÉ' ILIKE 'œillet été' AS ilike`,
    );
    expect(row).toEqual({
      fsync: 'on',
      commits: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      superuser: 'off',
      lower: 'crème éclair łódź',
      ilike: true,
    });
    expect(said).toEqual(['Making the database (once, a few seconds)…']);
    await query(connectionString, 'CREATE EXTENSION pg_trgm');
  });

  test('keeps what was written from one start to the next, and is quiet about it', async () => {
    const dataDir = await stocked();
    const first = await start(dataDir);
    await query(first.connectionString, 'CREATE TABLE orders AS SELECT generate_series(1, 100) AS id');
    await first.stop();
    await first.stop();

    const say = vi.fn();
    const second = await start(dataDir, { say });
    expect(await query(second.connectionString, 'SELECT count(*)::int FROM orders')).toEqual([{ count: 100 }]);
    expect(say).not.toHaveBeenCalled();
  });

  test('listens in a folder that is closed to other users, and never on the network', async () => {
    const { connectionString } = await start(await stocked());
    const [row] = await query(connectionString, `SELECT current_setting('listen_addresses') AS addresses`);
    expect(row).toEqual({ addresses: '' });
    const socketDir = new URL(connectionString).searchParams.get('host') ?? '';
    expect(execFileSync('ls', ['-ld', socketDir], { encoding: 'utf8' })).toMatch(/^drwx------/);
  });

  test.each(['a florist’s "data", Ł 100%', 'long-'.repeat(30)])('works in a folder called %s', async (name) => {
    const dataDir = await stocked(name);
    const { connectionString, stop } = await start(dataDir);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(start(dataDir)).rejects.toThrow(CannotStart);
    await stop();
    const socketDir = new URL(connectionString).searchParams.get('host') ?? '';
    expect(existsSync(join(socketDir, '.s.PGSQL.5432'))).toBe(false);
    expect(existsSync(socketDir)).toBe(socketDir.startsWith(dataDir));
  });

  test('ends with a shop that leaves without stopping it', async () => {
    const dataDir = await stocked();
    const leaving = `
      import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url))};
      await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false });`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', leaving, dataDir]);
    expect(status).toBe(0);
    await vi.waitFor(() => expect(readdir(join(dataDir, 'postgres'))).resolves.not.toContain('postmaster.pid'), 60_000);
  });
});

describe('refuses', () => {
  test('a second shop in the same folder', async () => {
    const dataDir = await stocked();
    const { firstLine } = openShop(dataDir);
    expect(await firstLine).toMatch(/^postgresql:/);
    await expect(start(dataDir)).rejects.toThrow(
      new CannotStart(`Another shop is already using ${dataDir}. Stop it, or set DATA_DIR to another folder.`),
    );
  });

  test('all but one of three shops that start at once', async () => {
    const dataDir = await stocked();
    const lines = await Promise.all([1, 2, 3].map(() => openShop(dataDir).firstLine));
    expect(lines.sort()).toEqual([
      expect.stringMatching(/^CannotStart: Another shop/),
      expect.stringMatching(/^CannotStart: Another shop/),
      expect.stringMatching(/^postgresql:/),
    ]);
  });

  test('a folder that cannot be written', async () => {
    const file = join(room, 'a-file');
    await writeFile(file, '');
    await expect(start(join(file, 'data'))).rejects.toThrow(
      new CannotStart(
        `The shop cannot write to ${join(file, 'data')}: make it writable, or set DATA_DIR to another folder.`,
      ),
    );
  });

  test('a folder that holds something else', async () => {
    const dataDir = join(room, 'other');
    await mkdir(join(dataDir, 'postgres', 'photographs'), { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(CannotStart);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  test('a database of another version, in the words of PostgreSQL', async () => {
    const dataDir = await stocked();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow(/database files are incompatible with server/);
  });
});

describe('recovers', () => {
  test('from a killed shop: shuts its database down in order and loses nothing', async () => {
    const dataDir = await stocked();
    const { shop, firstLine } = openShop(dataDir);
    await query(await firstLine, 'CREATE TABLE orders (id int)');
    const client = new pg.Client({ connectionString: await firstLine });
    client.on('error', () => {});
    await client.connect();
    let acknowledged = 0;
    const selling = (async () => {
      for (;;) {
        await client.query('INSERT INTO orders VALUES ($1)', [acknowledged + 1]);
        acknowledged++;
      }
    })().catch(() => {});
    await sleep(200);
    const orphan = await postmasterOf(dataDir);
    await end(shop, 'SIGKILL');

    const { connectionString } = await start(dataDir);
    await selling;
    expect(acknowledged).toBeGreaterThan(10);
    const [row] = await query(connectionString, `SELECT count(*)::int FROM orders WHERE id <= ${acknowledged}`);
    expect(row).toEqual({ count: acknowledged });
    expect(await postmasterOf(dataDir)).not.toBe(orphan);
  });

  test('from a shop and a database that were both killed', async () => {
    const dataDir = await stocked();
    const { shop, firstLine } = openShop(dataDir);
    await query(await firstLine, 'CREATE TABLE orders AS SELECT generate_series(1, 100) AS id');
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await end(shop, 'SIGKILL');
    const { connectionString } = await start(dataDir);
    expect(await query(connectionString, 'SELECT count(*)::int FROM orders')).toEqual([{ count: 100 }]);
  });

  test('from a lock file that a power cut left empty', async () => {
    const dataDir = await stocked();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
    const { connectionString } = await start(dataDir);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.each([
    ['nobody has any more', spawnSync('true').pid],
    ['another process has now', process.ppid],
  ])('from a lock file with a number that %s', async (_, pid) => {
    const dataDir = await stocked();
    const cluster = join(dataDir, 'postgres');
    const stale = `${pid}\n${cluster}\n1763164800\n5432\n${cluster}\n\n\nready\n`;
    await writeFile(join(cluster, 'postmaster.pid'), stale);
    await writeFile(join(cluster, '.s.PGSQL.5432.lock'), stale);
    const { connectionString } = await start(dataDir);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    process.kill(process.ppid, 0);
  });

  test('from the death of the database under a living shop', async () => {
    const dataDir = await stocked();
    const onCrash = vi.fn();
    const { connectionString } = await start(dataDir, { onCrash });
    const pool = new pg.Pool({ connectionString });
    pool.on('error', () => {});
    await pool.query('CREATE TABLE orders AS SELECT generate_series(1, 100) AS id');
    const countRows = 'SELECT count(*)::int FROM orders';
    for (const times of [1, 2]) {
      process.kill(await postmasterOf(dataDir), 'SIGKILL');
      await vi.waitFor(() => expect(onCrash).toHaveBeenCalledTimes(times), { timeout: 60_000 });
      // A new connection: an old one may still be served by a backend that outlived its postmaster.
      const opened = { timeout: 60_000, interval: 50 };
      const rows = await vi.waitFor(() => query(connectionString, countRows), opened);
      expect(rows).toEqual([{ count: 100 }]);
      await vi.waitFor(async () => expect((await pool.query(countRows)).rows).toEqual(rows), opened);
      // It is the shop's again, which would start one that ended before without telling of it twice.
      const owner = `SELECT query FROM pg_stat_activity WHERE application_name = 'marigold-lane owner' AND state = 'idle'`;
      const isOurs = [{ query: expect.stringContaining('pg_roles') }];
      await vi.waitFor(async () => expect(await query(asOwner(dataDir), owner)).toEqual(isOurs), opened);
    }
    expect(onCrash).toHaveBeenCalledWith('PostgreSQL ended (SIGKILL). Starting it again.', false);
    await expect(start(dataDir)).rejects.toThrow(/Another shop/);
    await pool.end();
  });

  test('its claim to the folder when only its connections are cut', async () => {
    const dataDir = await stocked();
    const onCrash = vi.fn();
    await start(dataDir, { onCrash });
    const host = join(dataDir, 'postgres');
    const admin = new pg.Client({ host, user: 'postgres', database: 'postgres' });
    await admin.connect();
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    const locks = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND granted`;
    await vi.waitFor(async () => expect((await admin.query(locks)).rows).toEqual([{ count: 1 }]), 60_000);
    await admin.end();
    await expect(start(dataDir)).rejects.toThrow(/Another shop/);
    expect(onCrash).not.toHaveBeenCalled();
  });

  test('from a shop killed while it made its database', async () => {
    const dataDir = join(room, 'interrupted');
    const { shop, firstLine } = openShop(dataDir);
    expect(await firstLine).toMatch(/^Making the database/);
    const unfinished = join(dataDir, `postgres.unfinished-${shop.pid}`);
    await vi.waitFor(() => expect(readdir(unfinished)).resolves.toContain('base'), { interval: 5, timeout: 60_000 });
    await end(shop, 'SIGKILL');
    expect(await readdir(dataDir)).not.toContain('postgres');

    const { connectionString } = await start(dataDir);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('runs', () => {
  test.skipIf(!nobodyCanRunNode)('for an ordinary user', async () => {
    const dataDir = await stocked();
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir]);
    await chmod(join(dataDir, '..'), 0o755);
    const { firstLine } = openShop(dataDir, { uid: NOBODY });
    expect(await firstLine).toMatch(/^postgresql:/);
  });

  test.skipIf(!nobodyCanRunNode)(
    'for root where user namespaces are forbidden, and for root with them again',
    async () => {
      const dataDir = await stocked();
      await chmod(join(dataDir, '..'), 0o755);
      const bin = await mkdtemp(join(room, 'bin-'));
      await chmod(bin, 0o755);
      for (const tool of ['env', 'id']) await symlink(`/usr/bin/${tool}`, join(bin, tool));
      const { shop, firstLine } = openShop(dataDir, { path: bin });
      const connectionString = await firstLine;
      expect(connectionString).toMatch(/^postgresql:/);
      await query(connectionString, 'CREATE TABLE orders AS SELECT 1 AS id');
      await end(shop, 'SIGKILL');

      const again = await start(dataDir);
      expect(await query(again.connectionString, 'SELECT id FROM orders')).toEqual([{ id: 1 }]);
    },
  );
});
