import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { type OpenShop, openShop } from './open-shop.ts';
import { takeOver } from './platform/installation/standby.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import { createMail } from './platform/mail/create-mail.ts';
import { deriveSecrets } from './platform/secrets/secrets.ts';
import { makeMemoryFolder } from './testing/memory-folder.ts';
import { fillForm } from './testing/people.ts';
import { createTestDatabase } from './testing/test-database.ts';

const SECRET = 'a secret of this test and no other one';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let shop: OpenShop;
let port: number;
let dataDir: string;

const isFree = (candidate: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(candidate, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A port that is free together with the next one, where the PayPal stand-in listens. Below 32768, where the system
 * gives none to the tests beside this one: they could take it before the shop does.
 */
async function findFreePort(): Promise<number> {
  for (;;) {
    const candidate = 20_000 + 2 * randomInt(5_000);
    if ((await isFree(candidate)) && (await isFree(candidate + 1))) return candidate;
  }
}

const open = (env: Record<string, string> = {}) =>
  openShop(
    readConfig({
      PORT: String(port),
      DATABASE_URL: database.connectionString,
      JWT_SECRET: SECRET,
      DATA_DIR: dataDir,
      ...env,
    }),
    pino({ level: 'silent' }),
    () => {},
  );

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await makeMemoryFolder('marigold-lane-open-');
  port = await findFreePort();
  shop = await open();
});
afterAll(async () => {
  await shop.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

test('a price changed by anyone is on the page and in the list within a moment', async () => {
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await read('/')).toContain('£62.00');
  expect(await read('/api/products/')).toContain('"price":62,');
  await database.db.$client.query("update products set price_pence = 6399 where name = 'Rosy Parlour'");
  await vi.waitFor(
    async () => {
      expect(await read('/')).toContain('£63.99');
      expect(await read('/api/products/')).toContain('"price":63.99');
    },
    { timeout: 60_000 },
  );
});

test('says where it is open, where data lives, and that payments and mail are pretended', () => {
  for (const words of [
    `http://localhost:${port}`,
    '/api/docs',
    'PostgreSQL at',
    'Payments  pretended',
    `Mail      pretended: read it at http://localhost:${port}/outbox?key=`,
    `Desk      http://localhost:${port}/desk, whose owner is invited: the letter to hello@marigoldlane.example is in the mail`,
    'docs/settings.md',
  ]) {
    expect(shop.welcome).toContain(words);
  }
});

test('a letter that is posted can be read in the outbox a moment later', { tags: 'G16' }, async () => {
  const link = /http:\S+\/outbox\?key=\S+/.exec(shop.welcome)?.[0] ?? '';
  const read = async () => (await fetch(link)).text();
  expect(await read()).not.toContain('ada@example.org');
  const jobs = createJobs(database.db);
  const mail = createMail({ clock: { now: () => new Date() }, jobs, secrets: deriveSecrets(SECRET) });
  await database.db.transaction((tx) =>
    mail.post(tx, { kind: 'account-deleted', to: 'ada@example.org', firstName: 'Ada' }),
  );
  await jobs.close();
  await vi.waitFor(async () => expect(await read()).toContain('ada@example.org'), { timeout: 60_000 });
});

test('the first start invites the owner, whose letter is in the outbox; the next start invites nobody', async () => {
  const link = /http:\S+\/outbox\?key=\S+/.exec(shop.welcome)?.[0] ?? '';
  const read = async () => (await fetch(link)).text();
  await vi.waitFor(async () => expect(await read()).toContain('hello@marigoldlane.example'), { timeout: 60_000 });
  await shop.close();
  shop = await open();
  expect(shop.welcome).toContain('whose owner is invited');
  const { rows } = await database.db.$client.query('select roles, joined_at from staff');
  expect(rows).toEqual([{ roles: ['owner'], joined_at: null }]);
  const { rows: letters } = await database.db.$client.query(`select id from letters where kind = 'desk-invitation'`);
  expect(letters).toHaveLength(1);
});

test('a restored copy says so and keeps its letters, until it is told to take over', async () => {
  const copied = await createTestDatabase();
  await copied.db.$client.query('insert into restores (taken_at, restored_at) values (now(), now())');
  const dir = await makeMemoryFolder('marigold-lane-copy-');
  const place = await findFreePort();
  const metrics = `http://127.0.0.1:${place - 10_000}/metrics`;
  const copy = await open({
    DATABASE_URL: copied.connectionString,
    PORT: String(place),
    DATA_DIR: dir,
    METRICS_PORT: new URL(metrics).port,
  });
  const fetchText = async (path: string) => (await fetch(`http://localhost:${place}${path}`)).text();
  const outbox = /\/outbox\?key=\S+/.exec(copy.welcome)?.[0] ?? '';
  try {
    expect(copy.welcome).toContain('a restored copy of Marigold Lane, on standby');
    expect(copy.welcome).toContain('npm run desk -- shop take-over');
    expect(copy.welcome).not.toContain('is open');
    expect(copy.welcome).toContain(`Metrics   ${metrics}`);
    await vi.waitFor(async () => expect(await (await fetch(metrics)).text()).toContain('\nshop_on_standby 1\n'), {
      timeout: 60_000,
    });
    expect((await fetch(`http://localhost:${place}/metrics`)).status).toBe(404);
    expect(JSON.parse(await fetchText('/ready')).detail).toContain('This is a restored copy of the shop');
    expect(await fetchText('/')).toContain('Rosy Parlour');
    const body = JSON.stringify({ ...fillForm(), email: 'ada@example.org' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://localhost:${place}/api/user/register/`, { method: 'POST', headers, body });
    expect(response.status).toBe(201);
    // The shop that opens hashes at the full cost, which tests spare themselves.
    const { rows } = await copied.db.$client.query('select password_hash from users');
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    // Whether a letter would have left by now is for the test of startJobs; here it is that one waits and then leaves.
    expect(await fetchText(outbox)).toContain('Nothing in here yet.');
    await copied.db.transaction((tx) => takeOver(tx, new Date()));
    expect(JSON.parse(await fetchText('/ready'))).toEqual({ status: 'ok' });
    await vi.waitFor(async () => expect(await fetchText(outbox)).toContain('ada@example.org'), { timeout: 60_000 });
  } finally {
    await copy.close();
    await copied.drop();
    await rm(dir, { recursive: true });
  }
});

test('describes its calls, with the pages loaded beside them', async () => {
  await fetch(`http://127.0.0.1:${port}/product/1`);
  const document = await (await fetch(`http://127.0.0.1:${port}/api/docs/json`)).text();
  expect(JSON.parse(document).components.schemas).toHaveProperty('Order');
  expect(document).toContain('Pounds, at most two decimals.');
});

test('a taken port is one sentence that says what to do', async () => {
  await expect(open()).rejects.toThrow(`Port ${port} is taken.`);
});

test('an unknown host is one sentence that says what to do', async () => {
  await expect(open({ HOST: 'nowhere.invalid', DEMO: 'true' })).rejects.toThrow('Mend HOST');
});

test('a database that cannot be reached is one sentence that says what to do', async () => {
  await expect(open({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
    /Cannot reach the database at 127\.0\.0\.1:1/,
  );
});
