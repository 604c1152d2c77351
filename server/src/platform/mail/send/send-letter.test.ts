import { pino } from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '#server/platform/database/connect.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { startJobs } from '#server/platform/jobs/start-jobs.ts';
import { seal } from '#server/platform/secrets/sealed.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';
import { openTestMailServer } from '#server/testing/servers/test-mail-server.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import type { Letter } from '../letter.ts';
import { letters } from '../table.ts';
import { mailJobs } from './mail-jobs.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const LIMITS = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 500, deadline: 1_000, rest: 0 };
const LETTER: Letter = {
  kind: 'confirm-email',
  to: 'ada@example.org',
  firstName: 'Ada',
  link: 'https://shop.example/account-confirm-email?q=secret-key',
};
const SENDER = { mailFrom: 'Marigold Lane <hello@marigoldlane.example>', publicUrl: 'https://shop.example' };

let undo: (() => Promise<unknown>)[];
beforeEach(() => {
  undo = [];
  return async () => {
    for (const step of undo.reverse()) await step();
  };
});

async function openMailServer(faults: Parameters<typeof openTestMailServer>[0] = {}) {
  const server = await openTestMailServer(faults);
  undo.push(server.close);
  return server;
}

async function openShopWith(smtpUrl: string, limits = LIMITS) {
  const shop = await openTestShop({ transport: createSmtpTransport({ ...SENDER, smtpUrl }, limits) });
  undo.push(shop.close);
  const post = (letter = LETTER, userId?: number) =>
    shop.deps.db.transaction((tx) => shop.deps.mail.post(tx, letter, userId));
  const find = async () => {
    const [row] = await shop.deps.db.select().from(letters);
    if (!row) throw new Error('There is no letter.');
    return row;
  };
  return { ...shop, post, find };
}

describe('works', () => {
  test('sends both forms of the letter once, then empties what it held', { tags: 'G16' }, async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    await shop.post(LETTER, 7);
    const waiting = await shop.find();
    expect(waiting).toMatchObject({ kind: 'confirm-email', userId: 7, sentAt: null, attempts: 0 });
    expect(waiting.sealed?.toString('latin1')).not.toContain('secret-key');

    await shop.doJobs();
    await shop.doJobs();
    expect(server.received).toHaveLength(1);
    const [email] = server.received;
    expect(email).toMatchObject({
      from: { name: 'Marigold Lane', address: 'hello@marigoldlane.example' },
      to: [{ name: '', address: 'ada@example.org' }],
      subject: 'Please confirm your email address',
      messageId: `<${waiting.id}@shop.example>`,
    });
    expect(email?.text).toContain(LETTER.link);
    expect(email?.html).toContain(`href="${LETTER.link}"`);
    expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    expect(await shop.find()).toMatchObject({
      sentAt: shop.deps.clock.now(),
      sealed: null,
      attempts: 1,
      lastProblem: null,
      takenUntil: null,
    });
  });

  test('a letter of a transaction that was undone is never sent', async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    const undone = shop.deps.db.transaction(async (tx) => {
      await shop.deps.mail.post(tx, LETTER);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await shop.doJobs();
    expect(server.connections()).toBe(0);
    expect(await shop.deps.db.$count(letters)).toBe(0);
  });

  test('posting takes no longer while the mail server is silent, and speaks to nobody', async () => {
    const server = await openMailServer({ greetAfterMs: 60_000 });
    const shop = await openShopWith(server.url);
    await shop.post();
    const start = performance.now();
    await shop.post();
    expect(performance.now() - start).toBeLessThan(250);
    expect(server.connections()).toBe(0);
  });

  test('logs in with the name and password of the address', async () => {
    const seen: unknown[] = [];
    const server = await openMailServer({
      options: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth({ username, password }, _session, done) {
          seen.push([username, password]);
          done(null, { user: username });
        },
      },
    });
    const shop = await openShopWith(server.url.replace('//', '//shop:p%40ss@'));
    await shop.post();
    await shop.doJobs();
    expect(seen).toEqual([['shop', 'p@ss']]);
    expect(server.received).toHaveLength(1);
  });
});

describe('loses nothing', () => {
  test('a mail server that is down is tried again until it is up', async () => {
    const down = await openTestMailServer();
    await down.close();
    const shop = await openShopWith(down.url);
    await shop.post();
    expect(await shop.tryJobs()).toEqual(['The letter could not be handed over (ESOCKET).']);
    expect(await shop.find()).toMatchObject({ sentAt: null, attempts: 1, takenUntil: null });

    const server = await openMailServer({ port: down.port });
    await shop.doJobs();
    expect(server.received).toHaveLength(1);
    expect(await shop.find()).toMatchObject({ attempts: 2, lastProblem: null });
  });

  test('however long the mail server was away, a letter is tried again within half a minute', async () => {
    const down = await openTestMailServer();
    await down.close();
    const shop = await openShopWith(down.url);
    await shop.post();
    const failAfterMany = async () => {
      await shop.deps.db.$client.query('update jobs.job set retry_count = 12');
      expect(await shop.tryJobs()).toHaveLength(1);
    };
    await failAfterMany();
    expect(await findWait(shop)).toBeLessThanOrEqual(30);

    const sweep = async () => shop.handlers['sweep-letters']?.work({});
    await shop.deps.db.$client.query('delete from jobs.job');
    shop.setNow(new Date(shop.deps.clock.now().getTime() + 3 * 60_000));
    await sweep();
    await failAfterMany();
    expect(await findWait(shop), 'the same for one that the sweep found').toBeLessThanOrEqual(30);
  });

  test('a mail server that is away is found so by one letter, and the others are put off unopened', async () => {
    const down = await openTestMailServer();
    await down.close();
    const shop = await openShopWith(down.url, { ...LIMITS, rest: 2_000 });
    await shop.post();
    await shop.post();
    expect(await shop.tryJobs()).toEqual([
      'The letter could not be handed over (ESOCKET).',
      'The mail server was away a moment ago.',
    ]);
    const server = await openMailServer({ port: down.port });
    await vi.waitFor(() => shop.doJobs(), { timeout: 60_000, interval: 500 });
    expect(server.received).toHaveLength(2);
    const { rows } = await shop.deps.db.$client.query('select attempts from letters order by attempts');
    expect(rows).toEqual([{ attempts: 1 }, { attempts: 2 }]);
  });

  test.each([
    ['refuses a letter', { atRecipient: [550] }],
    ['hangs up on one', { hangUpsAfterMessage: 1 }],
  ])('a mail server that %s is there for the next', async (_name, faults) => {
    const server = await openMailServer(faults);
    const shop = await openShopWith(server.url, { ...LIMITS, rest: 60_000 });
    await shop.post();
    await shop.post();
    expect(await shop.tryJobs()).toHaveLength(1);
    await shop.doJobs();
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(2);
  });

  test('a mail server that does not greet is given up after the time limit', async () => {
    const server = await openMailServer({ greetAfterMs: 5_000 });
    const shop = await openShopWith(server.url);
    await shop.post();
    const start = performance.now();
    expect(await shop.tryJobs()).toEqual(['The mail server took too long.']);
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(await shop.find()).toMatchObject({ sentAt: null, lastProblem: 'The mail server took too long.' });
  });

  test.each([
    ['421 to a recipient', { atRecipient: [421] }, 'The mail server answered 421.'],
    ['450 to a recipient', { atRecipient: [450] }, 'The mail server answered 450 to RCPT TO.'],
    ['550 to a recipient', { atRecipient: [550] }, 'The mail server answered 550 to RCPT TO.'],
    ['451 to a message', { atMessage: [451] }, 'The mail server answered 451 to DATA.'],
    ['554 to a message', { atMessage: [554] }, 'The mail server answered 554 to DATA.'],
  ])('%s: the letter waits and leaves at the next attempt', async (_name, faults, words) => {
    const server = await openMailServer(faults);
    const shop = await openShopWith(server.url);
    await shop.post();
    expect(await shop.tryJobs()).toEqual([words]);
    expect(await shop.find()).toMatchObject({ sentAt: null, attempts: 1, lastProblem: words, givenUpAt: null });
    await shop.doJobs();
    expect(server.received).toHaveLength(1);
    expect(shop.failures).toEqual([]);
  });

  test('a connection cut after the whole message is repeated under the same Message-ID', async () => {
    const server = await openMailServer({ hangUpsAfterMessage: 1 });
    const shop = await openShopWith(server.url);
    await shop.post();
    expect(await shop.tryJobs()).toHaveLength(1);
    await shop.doJobs();
    const [first, second] = server.received;
    expect(server.received).toHaveLength(2);
    expect(second?.messageId).toBe(first?.messageId);
  });

  test('a letter of a process that died is sent by the next, when the lease has ended', async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    await shop.post();
    await shop.deps.db.$client.query("update letters set taken_until = now() + interval '1 minute', attempts = 1");
    expect(await shop.tryJobs()).toEqual(['Another process has this letter in hand.']);
    await shop.deps.db.$client.query("update letters set taken_until = now() - interval '1 second'");
    await shop.doJobs();
    expect(server.received).toHaveLength(1);
  });

  test('a letter whose job is gone gets another from the sweep, and only then', async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    await shop.post();
    const sweep = async () => shop.handlers['sweep-letters']?.work({});
    await shop.deps.db.$client.query('delete from jobs.job');
    await sweep();
    await shop.doJobs();
    expect(server.received, 'too young to be left behind').toHaveLength(0);

    shop.setNow(new Date(shop.deps.clock.now().getTime() + 3 * 60_000));
    await sweep();
    await sweep();
    const { rows } = await shop.deps.db.$client.query("select from jobs.job where name = 'send-letter'");
    expect(rows, 'one job, however often it is swept').toHaveLength(1);
    await shop.doJobs();
    expect(server.received).toHaveLength(1);
  });

  test('twenty letters and two processes: each arrives once', async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    for (let number = 0; number < 20; number++) await shop.post({ ...LETTER, to: `ada${number}@example.org` });
    for (let process = 0; process < 2; process++) {
      const db = connect(shop.connectionString);
      const jobs = createJobs(db);
      const log = pino({ level: 'silent' });
      const transport = createSmtpTransport({ ...SENDER, smtpUrl: server.url }, LIMITS);
      const work = await startJobs(jobs, mailJobs({ ...shop.deps, db, jobs }, transport), log);
      undo.push(() => db.$client.end(), work.stop);
    }
    await vi.waitFor(async () => expect(await countWaiting(shop)).toBe(0), { timeout: 60_000, interval: 100 });
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(20);
    expect(server.received).toHaveLength(20);
  });
});

/** The seconds until the letter is tried again. */
const findWait = async ({ deps }: Pick<Awaited<ReturnType<typeof openTestShop>>, 'deps'>): Promise<number> => {
  const { rows } = await deps.db.$client.query<{ wait: number }>(
    "select extract(epoch from start_after - now())::float as wait from jobs.job where name = 'send-letter'",
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.wait ?? Number.NaN;
};

const countWaiting = async ({ deps }: Pick<Awaited<ReturnType<typeof openTestShop>>, 'deps'>) => {
  const { rows } = await deps.db.$client.query('select from letters where sent_at is null');
  return rows.length;
};

describe('gives up aloud', () => {
  test('a letter refused for half an hour is set aside, kept and reported without the address', async () => {
    const server = await openMailServer({ atRecipient: Array(4).fill(550) });
    const shop = await openShopWith(server.url);
    await shop.post();
    // Of the sixty attempts, half a minute apart, only the first and the last ones are made here.
    for (const refusals of [1, 58, 59]) {
      await shop.deps.db.$client.query('update letters set refusals = $1', [refusals - 1]);
      await shop.deps.db.$client.query('update jobs.job set retry_count = $1', [refusals - 1]);
      expect(await shop.tryJobs()).toHaveLength(1);
      expect(await findWait(shop)).toBeGreaterThan(refusals === 1 ? 2 : 29);
    }
    expect(shop.failures).toEqual([]);
    await shop.doJobs();
    const letter = await shop.find();
    expect(letter).toMatchObject({ refusals: 60, givenUpAt: shop.deps.clock.now(), sentAt: null });
    expect(letter.sealed).not.toBeNull();
    expect(shop.failures).toHaveLength(1);
    expect(JSON.stringify(shop.failures)).toContain(`Gave up on letter ${letter.id} (confirm-email)`);
    expect(JSON.stringify(shop.failures)).not.toMatch(/ada@|secret-key/);

    await shop.doJobs();
    expect(server.connections()).toBe(4);
  });

  test.each([
    ['a failure that is no refusal', { atRecipient: [450] }],
    ['refusing us as the sender', { atSender: [550] }],
  ])('%s is no reason to give up, not even as the last straw', async (_name, faults) => {
    const server = await openMailServer(faults);
    const shop = await openShopWith(server.url);
    await shop.post();
    await shop.deps.db.$client.query('update letters set refusals = 59');
    expect(await shop.tryJobs()).toHaveLength(1);
    expect(await shop.find()).toMatchObject({ refusals: 59, givenUpAt: null });
    await shop.doJobs();
    expect(server.received).toHaveLength(1);
  });

  test('a letter sealed with another key stays, and the log says why', async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    const rightKey = shop.deps.secrets.letters;
    await shop.post();
    shop.deps.secrets.letters = deriveSecrets('another secret').letters;
    expect(await shop.tryJobs()).toEqual(['The letter was sealed with another JWT_SECRET.']);
    expect(await shop.find()).toMatchObject({ sentAt: null, takenUntil: null });
    expect(JSON.stringify(shop.failures)).toContain('sealed with another JWT_SECRET');

    shop.deps.secrets.letters = rightKey;
    await shop.doJobs();
    expect(server.received).toHaveLength(1);
  });
});

describe('reads what was sealed', () => {
  const withSealed = async (contents: object) => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    await shop.post();
    const { id } = await shop.find();
    await shop.deps.db.update(letters).set({ sealed: seal(shop.deps.secrets.letters, id, contents) });
    return { server, shop };
  };

  test('a letter that lacks something is not sent, and the log says what it lacks', async () => {
    const { link: _none, ...rest } = LETTER;
    const { server, shop } = await withSealed(rest);
    const words = 'The letter cannot be read: link: Invalid input: expected string, received undefined';
    expect(await shop.tryJobs()).toEqual([words]);
    expect(await shop.find()).toMatchObject({ sentAt: null, takenUntil: null, lastProblem: words });
    expect(JSON.stringify(shop.failures)).toContain(words);
    expect(server.connections()).toBe(0);
  });

  test('a letter of an earlier version, which knew less, is sent', async () => {
    const { server, shop } = await withSealed({ kind: 'money-returned', to: LETTER.to, firstName: 'Ada', amount: 30 });
    await shop.doJobs();
    expect(server.received[0]?.text).toContain('No order came of that payment.');
  });
});

describe('protects', () => {
  test('nothing typed by a customer becomes a header or another recipient', async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    await shop.post({ ...LETTER, firstName: 'Ada\r\nBcc: eve@example.org' });
    await shop.doJobs();
    const [email] = server.received;
    expect(email?.bcc).toBeUndefined();
    expect(email?.to).toHaveLength(1);
    expect(JSON.stringify(email)).not.toContain('eve@example.org');
  });

  test('an address with a line break or a list is not handed over', async () => {
    const server = await openMailServer();
    const shop = await openShopWith(server.url);
    await shop.post({ ...LETTER, to: 'ada@example.org>\r\nRCPT TO:<eve@example.org' });
    await shop.tryJobs();
    await shop.post({ ...LETTER, to: 'ada@example.org, eve@example.org' });
    await shop.tryJobs();
    expect(server.received.flatMap(({ to }) => to)).not.toContainEqual(
      expect.objectContaining({ address: 'eve@example.org' }),
    );
  });
});
