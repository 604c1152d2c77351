import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Busy } from '#server/errors.ts';
import { handleErrors } from '#server/platform/http/error-handler.ts';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';
import { openTcpProxy } from '#server/testing/servers/tcp-proxy.ts';
import { connect, type Database } from '../connect.ts';
import { sql } from '../drizzle.ts';
import { connectAsOwner } from '../embedded/embedded-owner.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { findOutage } from './find-outage.ts';

/** A server of this file's own: what is done to it here would be felt by every other test. */
let server: EmbeddedPostgres;
let dataDir: string;
let owner: pg.Client;
const opened: Database[] = [];

const CONNECTIONS = 16;
const QUICK = { connectMs: 2_000, statementMs: 300, silentMs: 600 };
const PATIENT = { connectMs: 2_000, statementMs: 10_000, silentMs: 10_000 };

const open = (connectionString = server.connectionString, limits = PATIENT) => {
  const db = connect(connectionString, () => {}, limits);
  opened.push(db);
  return db;
};
const failureOf = async (work: Promise<unknown>): Promise<Error & { code?: string; cause?: { code?: string } }> =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error) => error,
  );
const codeOf = (error: { code?: string; cause?: { code?: string } }) => error.code ?? error.cause?.code;
const write = (db: Database) => db.transaction((tx) => tx.execute(sql`insert into notes values ('x')`));

beforeAll(async () => {
  dataDir = await makeMemoryFolder('marigold-lane-outages-');
  server = await startEmbeddedPostgres({ dataDir, durable: false, connections: CONNECTIONS });
  owner = await connectAsOwner(new URL(server.connectionString).searchParams.get('host') ?? '');
  // Whatever becomes of the others.
  await owner.query('set default_transaction_read_only = off');
  await open().execute(sql`create table notes (words text)`);
});
afterAll(async () => {
  await owner.end();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await owner.query(`alter role shop set ${name} = '${value}'`);
};
const sleepLong = (db: Database) => db.transaction((tx) => tx.execute(sql`select pg_sleep(8)`));
const stopOthers = async (how: 'pg_terminate_backend' | 'pg_cancel_backend') => {
  await sleep(200);
  await owner.query(`select ${how}(pid) from pg_stat_activity where usename = 'shop' and query like '%pg_sleep%'`);
};

type Case = { what: string; code: string | undefined; provoke(): Promise<{ db: Database; work: Promise<unknown> }> };

const CASES: Case[] = [
  {
    what: 'a role that may only read',
    code: '25006',
    async provoke() {
      await settings({ default_transaction_read_only: 'on' });
      const db = open();
      return { db, work: write(db) };
    },
  },
  {
    what: 'a whole server set to read-only under open connections',
    code: '25006',
    async provoke() {
      const db = open();
      await write(db);
      await owner.query('alter system set default_transaction_read_only = on');
      await owner.query('select pg_reload_conf()');
      await expect
        .poll(async () => (await db.execute(sql`show transaction_read_only`)).rows)
        .toEqual([{ transaction_read_only: 'on' }]);
      const work = write(db);
      await work.catch(() => {});
      await owner.query('alter system reset default_transaction_read_only');
      await owner.query('select pg_reload_conf()');
      await expect
        .poll(async () => (await open().execute(sql`show transaction_read_only`)).rows)
        .toEqual([{ transaction_read_only: 'off' }]);
      return { db, work };
    },
  },
  {
    what: 'a statement that takes too long',
    code: '57014',
    async provoke() {
      const db = open(undefined, QUICK);
      return { db, work: sleepLong(db) };
    },
  },
  {
    what: 'a statement that its operator ended',
    code: '57014',
    async provoke() {
      const db = open();
      const work = sleepLong(db);
      work.catch(() => {});
      await stopOthers('pg_cancel_backend');
      return { db, work };
    },
  },
  {
    what: 'a connection that its operator ended in the middle of a statement',
    code: '57P01',
    async provoke() {
      const db = open();
      const work = sleepLong(db);
      work.catch(() => {});
      await stopOthers('pg_terminate_backend');
      return { db, work };
    },
  },
  {
    what: 'a transaction that takes too long',
    code: '25P04',
    async provoke() {
      await settings({ transaction_timeout: '200ms' });
      const db = open();
      return { db, work: sleepLong(db) };
    },
  },
  {
    what: 'a transaction in which nothing was asked for too long',
    code: undefined,
    async provoke() {
      await settings({ idle_in_transaction_session_timeout: '100ms' });
      const db = open();
      const work = db.transaction(async (tx) => {
        await sleep(500);
        await tx.execute(sql`select 1`);
      });
      return { db, work };
    },
  },
  {
    what: 'memory for locks that is used up',
    code: '53200',
    async provoke() {
      const db = open();
      return {
        db,
        work: db.transaction((tx) =>
          tx.execute(sql`select count(pg_advisory_xact_lock(n)) from generate_series(1, 200000) as n`),
        ),
      };
    },
  },
  {
    what: 'room for sorting that is used up',
    code: '53400',
    async provoke() {
      await settings({ temp_file_limit: '64kB', work_mem: '64kB' });
      const db = open();
      return {
        db,
        work: db.transaction((tx) => tx.execute(sql`select n from generate_series(1, 200000) as n order by -n`)),
      };
    },
  },
  {
    what: 'a line that is cut in the middle of a statement',
    code: 'ECONNRESET',
    async provoke() {
      const proxy = await openTcpProxy(server.connectionString);
      const db = open(proxy.connectionString);
      const work = sleepLong(db);
      work.catch(() => {});
      await sleep(200);
      proxy.cut();
      await work.catch(() => {});
      return { db, work };
    },
  },
  {
    what: 'a line that falls silent in the middle of a statement',
    code: undefined,
    async provoke() {
      const proxy = await openTcpProxy(server.connectionString);
      const db = open(proxy.connectionString, QUICK);
      const work = sleepLong(db);
      work.catch(() => {});
      await sleep(100);
      proxy.fallSilent();
      await work.catch(() => {});
      await proxy.close();
      return { db, work };
    },
  },
];

const OTHERS = `select from pg_stat_activity where usename = 'shop'`;

describe('an outage, provoked on a real server', () => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.$client.end()));
    // What a connection that was closed had locked is free a moment later.
    await expect
      .poll(() => owner.query('alter role shop reset all').then(({ command }) => command, codeOf))
      .toBe('ALTER');
    // And its place is: the next test may need them all.
    await expect.poll(() => owner.query(OTHERS).then(({ rows }) => rows.length)).toBe(0);
  });

  test.each(CASES)('$what: it is found, and the connection is not used again', async ({ code, provoke }) => {
    const { db, work } = await provoke();
    const error = await failureOf(work);
    expect(codeOf(error)).toBe(code);
    expect(findOutage(error)).toMatchObject({ reason: expect.any(String), keepsConnection: false });
    await expect.poll(() => db.$client.totalCount).toBe(0);
  });

  test('the same by a statement outside a transaction', async () => {
    const db = open(undefined, QUICK);
    const error = await failureOf(db.execute(sql`select pg_sleep(8)`));
    expect([codeOf(error), findOutage(error)?.keepsConnection]).toEqual(['57014', false]);
    await expect.poll(() => db.$client.totalCount).toBe(0);
  });

  test('a lock that cannot be had: it is found, and the connection is as good as before', async () => {
    await settings({ lock_timeout: '100ms' });
    const db = open();
    const other = open();
    const error = await other.transaction(async (tx) => {
      await tx.execute(sql`lock table notes in access exclusive mode`);
      return failureOf(write(db));
    });
    expect(codeOf(error)).toBe('55P03');
    expect(findOutage(error)).toMatchObject({ keepsConnection: true });
    expect(db.$client.totalCount).toBe(1);
  });

  test('two that wait for each other, or change the same: found, and the connections are as good as before', async () => {
    const db = open();
    await db.execute(sql`create table if not exists pairs (id int primary key, n int)`);
    await db.execute(sql`insert into pairs values (1, 0), (2, 0) on conflict do nothing`);
    const take = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`update pairs set n = n + 1 where id = ${first}`);
        await sleep(200);
        await tx.execute(sql`update pairs set n = n + 1 where id = ${second}`);
      });
    const [one, two] = await Promise.allSettled([take(1, 2), take(2, 1)]);
    const lost = [one, two].flatMap((end) => (end?.status === 'rejected' ? [end.reason] : []));
    expect(lost.map(codeOf)).toEqual(['40P01']);
    expect(findOutage(lost[0])).toMatchObject({ keepsConnection: true });

    const meanwhile = () => db.execute(sql`update pairs set n = n + 1 where id = 1`);
    const stale = await failureOf(
      db.transaction(async (tx) => {
        await tx.execute(sql`set transaction isolation level serializable`);
        await tx.execute(sql`select n from pairs`);
        await meanwhile();
        await tx.execute(sql`update pairs set n = 9 where id = 1`);
      }),
    );
    expect([codeOf(stale), findOutage(stale)?.keepsConnection]).toEqual(['40001', true]);
    expect(db.$client.totalCount).toBe(2);
  });

  test('no connection left', async () => {
    const others: pg.Client[] = [];
    const takeAll = async () => {
      for (let left = true; left; ) {
        const client = new pg.Client({ connectionString: server.connectionString });
        client.on('error', () => {});
        left = await client.connect().then(
          () => others.push(client) > 0,
          () => false,
        );
      }
    };
    const db = open();
    let error: unknown;
    try {
      // A place that becomes free meanwhile is taken, too.
      const tries = async () => {
        await takeAll();
        error = await write(open()).then(
          () => undefined,
          (cause) => cause,
        );
        return codeOf((error ?? {}) as { code?: string });
      };
      await expect.poll(tries).toBe('53300');
    } finally {
      await Promise.allSettled(others.map((client) => client.end()));
    }
    expect(error).toMatchObject({ name: 'DatabaseUnreachable', code: '53300' });
    expect(findOutage(error)).toBeDefined();
    await expect.poll(() => write(db).then(() => 'written', codeOf)).toBe('written');
  });

  test.each([
    ['a port that nobody listens at', 'postgresql://shop@127.0.0.1:1/shop', 'ECONNREFUSED'],
    ['a socket that is gone', 'postgresql://shop@localhost/shop?host=/nowhere', 'ENOENT'],
    ['a name that nobody knows', 'postgresql://shop@nowhere.invalid/shop', /^(ENOTFOUND|EAI_AGAIN)$/],
  ])('%s', async (_what, connectionString, code) => {
    const db = open(connectionString, { ...PATIENT, connectMs: 2_000 });
    const error = await failureOf(write(db));
    expect(error.name).toBe('DatabaseUnreachable');
    expect(codeOf(error)).toMatch(code);
    expect(findOutage(error)).toBeDefined();
  });

  test('a pool whose connections are all taken is none: the shop is busy', async () => {
    const db = open(undefined, { ...PATIENT, connectMs: 300 });
    const taken = await Promise.all(Array.from({ length: 10 }, () => db.$client.connect()));
    const error = await failureOf(write(db));
    for (const client of taken) client.release();
    expect([error, error.cause]).toContainEqual(new Busy());
    expect(findOutage(error)).toBeUndefined();
  });

  test('no TLS where it is asked for, no such database, no such role', async () => {
    const proxy = await openTcpProxy(server.connectionString);
    const wrong = [
      proxy.connectionString.replace('sslmode=disable', 'sslmode=verify-full'),
      proxy.connectionString.replace('/shop?', '/gone?'),
      proxy.connectionString.replace('shop@', 'nobody@'),
    ];
    for (const connectionString of wrong) {
      const error = await failureOf(write(open(connectionString)));
      expect([connectionString, error.name]).toEqual([connectionString, 'DatabaseUnreachable']);
    }
    await proxy.close();
  });

  test('a server that is stopped', async () => {
    const other = await makeMemoryFolder('marigold-lane-stopped-');
    const short = await startEmbeddedPostgres({ dataDir: other, durable: false });
    const db = open(short.connectionString);
    const work = sleepLong(db);
    work.catch(() => {});
    await sleep(200);
    await short.stop();
    expect(findOutage(await failureOf(work))).toMatchObject({ keepsConnection: false });
    for (let round = 0; round < 3; round++) expect(findOutage(await failureOf(write(db)))).toBeDefined();
    await rm(other, { recursive: true, force: true });
  });
});

const withCode = (code: string, message = 'from PostgreSQL') => Object.assign(new Error(message), { code });

describe('the list', () => {
  /** Appendix A of PostgreSQL's manual, as far as it tells of its own trouble; above are those that can be provoked. */
  test.each(
    '08000 08001 08003 08004 08006 08007 25006 25P03 25P04 40001 40003 40P01 53000 53100 53200 53300 53400 55P03 57000 57014 57P01 57P02 57P03 57P04 57P05 58000 58030'.split(
      ' ',
    ),
  )('holds %s', (code) => expect(findOutage(new Error('Failed query', { cause: withCode(code) }))).toBeDefined());

  test('holds 08P01 of a pooler, and not that of PostgreSQL, which names its routine', () => {
    expect(findOutage(withCode('08P01'))?.leavesServer).toBe(true);
    expect(findOutage(Object.assign(withCode('08P01'), { routine: 'exec_bind_message' }))).toBeUndefined();
  });

  test.each('22001 22P02 23503 23505 25P02 26000 42501 42601 42P01 54000 58P01 P0001 XX000 XX001'.split(' '))(
    'does not hold %s, which is our own mistake or needs a person',
    (code) => expect(findOutage(withCode(code))).toBeUndefined(),
  );

  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
    'Received unexpected commandComplete message from backend.',
    'could not extend file "base/1/2": Read-only file system',
    'database is not accepting commands that assign new transaction IDs to avoid wraparound data loss',
  ])('knows the words: %s', (words) => expect(findOutage(new Error(words))).toBeDefined());

  test.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETDOWN', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'])(
    'knows the line: %s',
    (code) => expect(findOutage(withCode(code))).toMatchObject({ keepsConnection: false }),
  );

  test('does not take a file that is not there, or anything else, for a database that is away', () => {
    for (const error of [withCode('ENOENT'), new Error('x'), 'x', undefined, null])
      expect(findOutage(error)).toBeUndefined();
  });
});

test('each is answered 503 with a time to come again, and its reason is in the log', async () => {
  const logged: { outage?: string; err: { code: string } }[] = [];
  const app = Fastify({
    logger: { level: 'error', stream: { write: (proxy: string) => void logged.push(JSON.parse(proxy)) } },
  });
  handleErrors(app);
  app.get('/:code', async ({ params }) => {
    throw new Error('Failed query', { cause: withCode((params as { code: string }).code) });
  });
  for (const code of ['25006', '57014', '53100', '40P01', 'ETIMEDOUT']) {
    const response = await app.inject({ url: `/${code}` });
    expect([code, response.statusCode, response.headers['retry-after']]).toEqual([code, 503, '5']);
  }
  expect(logged).toHaveLength(5);
  expect(logged[0]?.outage).toBe('it can only be read: it is a standby, or its operator made it so');
  await app.close();
});
