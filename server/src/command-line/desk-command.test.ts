import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { londonDay } from '#contract/delivery.ts';
import { claims } from '#server/features/claims/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { reviews } from '#server/features/reviews/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrate/migrate.ts';
import { buyFlowers, fillClaim, receiveFlowers, takeFlowerPhoto, writeForm } from '#server/testing/claims.ts';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';
import { runAtDesk, type Said } from '#server/testing/run-at-desk.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { PAYEE } from '../../../paypal-stand-in/pretended-people.ts';

const COMMAND = fileURLToPath(new URL('./desk-command.ts', import.meta.url));

let shop: Awaited<ReturnType<typeof openTestShop>>;
let folder: string;

beforeAll(async () => {
  shop = await openTestShop();
  folder = await makeMemoryFolder('marigold-lane-desk-');
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await shop.deps.db.delete(deskLog);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const run = (args: (string | number)[], env: Record<string, string> = {}) => runAtDesk(shop, args, env);

/** As the florist runs it: a process of its own. */
function runProgram(args: string[], env: Record<string, string>) {
  return new Promise<Said>((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out: out.trim(), err: err.trim() }),
    );
  });
}

const MOMENT = String.raw`\w+day \d+ \w+ at \d\d:\d\d`;
const matching = (pattern: string) => expect.stringMatching(new RegExp(`^${pattern}$`));
const done = (out: unknown) => ({ code: 0, out, err: '' });
const refused = (err: unknown) => ({ code: 1, out: '', err });

async function report({ person, order }: { person: Registered; order: { id: number } }, text = 'All brown') {
  const { body, headers } = await writeForm(
    fillClaim([
      ['text', text],
      ['photo', await takeFlowerPhoto()],
    ]),
  );
  const path = `/api/user/orders/${order.id}/claim/`;
  const answer = await shop.call('POST', path, { token: person.access, body, headers });
  expect(answer.status).toBe(201);
  return answer.json() as { id: number };
}

/** A claim that waits: it came a day late. */
async function waitingClaim(text?: string) {
  const bought = await buyFlowers(shop, { day: '2026-11-15' });
  return { ...bought, claim: await report(bought, text) };
}

const log = () => shop.deps.db.select().from(deskLog).orderBy(deskLog.id);
const me = userInfo().username;

async function lastLetterTo(address: string) {
  await shop.doJobs();
  return shop.letters().findLast(({ to }) => to === address)?.text ?? '';
}

describe('claims', () => {
  test('lists who waits, the longest first, and shows nothing raw', async () => {
    expect(await run(['claims'])).toEqual(done('waiting: 0'));
    const first = await waitingClaim('Snapped');
    const second = await waitingClaim('Limp');
    await report(await receiveFlowers(shop));
    await shop.deps.db.update(claims).set({ text: 'Limp \u001b[2J' }).where(eq(claims.id, second.claim.id));
    const { code, out } = await run(['claims']);
    expect(code).toBe(0);
    expect(out).toMatch(/Snapped[\s\S]+Limp \\u\{1b\}\[2J[\s\S]+waiting: 2$/);
    expect(out).toContain('made at: Monday 16 November at 09:46');
    const shown = await run(['claims', 'show', first.claim.id]);
    expect(shown.code).toBe(0);
    for (const words of ['text: Snapped', `order: ${first.order.id}`, 'Tearoom', 'Nell Whitcombe', 'Ada Lovelace'])
      expect(shown.out).toContain(words);
    expect(await log()).toEqual([]);
  });

  test('writes the photo to a file of its own, once', async () => {
    const { claim } = await waitingClaim();
    const file = join(folder, 'photo.jpg');
    expect(await run(['claims', 'photo', claim.id, file])).toEqual(
      done(`It is in ${file}, which nobody else may read. Delete it when you have seen it.`),
    );
    expect((await readFile(file)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await run(['claims', 'photo', claim.id, file])).toEqual(
      refused(`${file} exists already: remove it, or choose another name.`),
    );
    expect(await log()).toMatchObject([
      { who: me, actor: 'command line', staffId: null, action: 'enlarge photo of claim', subjectId: claim.id },
    ]);
    expect(await run(['claims', 'photo', claim.id])).toEqual(refused('FILE: Say where it goes.'));
    const missing = join(folder, 'missing.jpg');
    expect(await run(['claims', 'photo', 999999, missing])).toMatchObject({ code: 1 });
    await expect(stat(missing)).rejects.toThrow('ENOENT');
  });

  test('answers in words: once, by letter, and written down', async () => {
    const { person, order, claim } = await waitingClaim();
    const { code, out } = await run(['claims', 'answer', claim.id, 'Put them in cold water, and they will rise.']);
    expect([code, out]).toEqual([0, expect.stringContaining('status: answered')]);
    const letter = await lastLetterTo(person.user.email);
    expect(letter).toContain('Put them in cold water, and they will rise.');
    expect(letter).toContain(`https://shop.example/login?next=/history/${order.id}`);
    expect(letter).not.toContain('nothing to pay');
    const path = `/api/user/orders/${order.id}/claim/`;
    expect((await shop.call('GET', path, { token: person.access })).json()).toMatchObject({
      status: 'answered',
      answer: 'Put them in cold water, and they will rise.',
      replacement: null,
    });
    const letters = shop.letters().length;
    expect(await run(['claims', 'answer', claim.id, 'Again'])).toEqual(
      refused(matching(`Claim ${claim.id} was answered already, on ${MOMENT}\\.`)),
    );
    await shop.doJobs();
    expect(shop.letters()).toHaveLength(letters);
    expect(await log()).toMatchObject([
      { who: me, action: 'answer claim', subjectId: claim.id, details: { order: order.id } },
    ]);
  });

  test('sends flowers again: one order, one slip, one letter, however often it is asked for', async () => {
    const { person, order, claim } = await waitingClaim();
    await run(['claims', 'answer', claim.id, 'We will see.']);
    const said = await run(['claims', 'replace', claim.id, 'Here are new ones.']);
    const [replacement] = await shop.deps.db.select().from(orders).where(eq(orders.replacesOrderId, order.id));
    expect(said).toEqual(done(expect.stringContaining(`replacement:\n  order: ${replacement?.id}\n`)));
    expect(replacement).toMatchObject({ stage: 'to tie', buyer: 'Ada Lovelace' });
    expect(await lastLetterTo(person.user.email)).toMatch(
      /Here are new ones\.[\s\S]+New flowers come on \w+day \d+ \w+, to the same address\. There is nothing to pay\./,
    );
    expect(await lastLetterTo(shop.deps.config.shopEmail)).toContain(
      `The flowers of order ${order.id} arrived damaged`,
    );
    expect(await run(['claims', 'replace', claim.id])).toEqual(
      refused(matching(`Claim ${claim.id} was replaced already, on ${MOMENT}: order ${replacement?.id}, for .+\\.`)),
    );
    expect(await shop.deps.db.$count(orders, eq(orders.replacesOrderId, order.id))).toBe(1);
    expect((await log()).map(({ action }) => action)).toEqual(['answer claim', 'replace flowers of claim']);
  });

  test('refuses what is not there, and words that cannot be sent', async () => {
    const { claim } = await waitingClaim();
    const none = refused('There is no claim 999999.');
    expect(await run(['claims', 'show', 999_999])).toEqual(none);
    expect(await run(['claims', 'answer', 999_999, 'x'])).toEqual(none);
    expect(await run(['claims', 'replace', 'x\u001b'])).toEqual(refused('There is no claim "x\\u001b".'));
    expect(await run(['claims', 'show', '..'])).toEqual(refused('There is no claim "..".'));
    expect(await run(['claims', 'show', '1/../2'])).toEqual(refused('There is no claim "1/../2".'));
    expect(await run(['claims', 'show'])).toEqual(refused('CLAIM: Say which.'));
    expect(await run(['claims', 'photo', 999_999, join(folder, 'none.jpg')])).toEqual(none);
    expect(await run(['claims', 'answer', claim.id, '  '])).toEqual(refused('WORDS: This field may not be blank.'));
    expect(await log()).toEqual([]);
  });
});

describe('orders', () => {
  test('lists what is delivered on a day, and what to print, with nothing raw', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-12-01' });
    const other = await buyFlowers(shop, { day: '2026-12-01' });
    await shop.deps.db.update(orders).set({ text: 'Hi\n\u001b[31mred' }).where(eq(orders.id, other.order.id));
    const { code, out } = await run(['orders', '--day', '2026-12-01']);
    expect(code).toBe(0);
    expect(out).toMatch(/^orders:\n {2}id +stage +bouquets /);
    for (const { id } of [order, other.order]) expect(out).toMatch(new RegExp(`^ {2}${id} +to tie +2 × Tearoom`, 'm'));
    const slips = await run(['print', 'slip', '--ids', `${order.id},${other.order.id}`]);
    for (const words of ['4 Marigold Lane', 'note:\n    With love\n    from us', 'Hi\n    \\u{1b}[31mred'])
      expect(slips.out).toContain(words);
    expect(await run(['orders', '--day', '2026-02-30'])).toEqual(refused('--day: A day is written as 2026-11-17.'));
  });

  test('dispatches and delivers: once, told and written down', async () => {
    const { person, order } = await buyFlowers(shop, { day: '2026-11-17' });
    // Two at once: one of them does it.
    const said = await Promise.all([run(['orders', 'dispatch', order.id]), run(['orders', 'dispatch', order.id])]);
    expect(said.map(({ out }) => out).toSorted()).toEqual([
      `Order ${order.id} is dispatched, for Tuesday 17 November. Its buyer gets a letter.`,
      matching(`Order ${order.id} was dispatched already, on ${MOMENT}\\.`),
    ]);
    const letter = await lastLetterTo(person.user.email);
    expect(letter).toContain('Your flowers have left us, for delivery on Tuesday 17 November.');
    const letters = shop.letters().length;
    expect(await run(['orders', 'dispatch', order.id])).toEqual(
      done(matching(`Order ${order.id} was dispatched already, on ${MOMENT}\\.`)),
    );
    expect(await run(['orders', 'deliver', order.id])).toEqual(
      done(`Order ${order.id} is delivered. Its buyer gets a letter.`),
    );
    expect(await run(['orders', 'deliver', order.id])).toEqual(
      done(matching(`Order ${order.id} was delivered already, on ${MOMENT}\\.`)),
    );
    await shop.doJobs();
    expect(
      shop
        .letters()
        .slice(letters)
        .map(({ kind, to }) => [kind, to]),
    ).toEqual([['order-delivered', person.user.email]]);
    expect((await log()).map(({ who, action, subjectId }) => [who, action, subjectId])).toEqual([
      [me, 'dispatch order', order.id],
      [me, 'deliver order', order.id],
    ]);
    const shown = (await shop.call('GET', `/api/user/orders/${order.id}/`, { token: person.access })).json();
    expect([shown.dispatched_at, shown.delivered_at]).toEqual([expect.any(String), expect.any(String)]);
    const { out } = await run(['orders', 'show', order.id]);
    expect(out).toMatch(new RegExp(`${MOMENT} +command line +${me} +stage .+ delivered`));
    expect(out).toContain('arrives on: 2026-11-17');
  });

  test('what has arrived has left, and needs no letter that it is on the way', async () => {
    const { person, order } = await buyFlowers(shop);
    await shop.doJobs();
    const letters = shop.letters().length;
    await run(['orders', 'deliver', order.id]);
    await shop.doJobs();
    expect(
      shop
        .letters()
        .slice(letters)
        .map(({ kind }) => kind),
    ).toEqual(['order-delivered']);
    const { dispatched_at, delivered_at } = (
      await shop.call('GET', `/api/user/orders/${order.id}/`, { token: person.access })
    ).json();
    expect(dispatched_at).toBe(delivered_at);
  });

  test('does each of several by itself, and says which it did not do', async () => {
    const { person, order } = await buyFlowers(shop);
    const cart = await shop.call('POST', '/api/user/orders/', {
      token: person.access,
      body: { order_items: [{ product: order.order_items[0]?.product }] },
    });
    expect(await run(['orders', 'deliver', 999_999, order.id, cart.json().id])).toEqual({
      code: 1,
      out: `Order ${order.id} is delivered. Its buyer gets a letter.`,
      err: `There is no order 999999.\nOrder ${cart.json().id} is still a cart: it has not been paid for.`,
    });
    expect(await run(['orders', 'dispatch', order.id, 'x'])).toEqual(refused('There is no order "x".'));
  });

  test('an order whose buyer has left goes out without a letter', async () => {
    const { order } = await buyFlowers(shop);
    await shop.deps.db.update(orders).set({ userId: null, buyer: null, address: null }).where(eq(orders.id, order.id));
    expect(await run(['orders', 'dispatch', order.id])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Its buyer has left.'),
    });
    expect((await run(['orders', 'show', order.id])).out).not.toContain('address:');
  });
});

describe('reviews', () => {
  test('lists, hides with a reason, which is told by letter, and shows again, each written down', async () => {
    const { person, order } = await buyFlowers(shop);
    const productId = order.order_items[0]?.product as number;
    const text = 'Lovely\n\u001b[2Jgone';
    const [review] = await shop.deps.db
      .insert(reviews)
      .values({ productId, userId: person.user.id, rating: 5, text, writtenAt: new Date('2026-11-16T09:46:00Z') })
      .returning();
    const id = review?.id as number;
    const listed = await run(['reviews']);
    expect(listed.code).toBe(0);
    for (const words of [`id: ${id}\n`, 'rating: 5\n', 'text:\n  Lovely\n  \\u{1b}[2Jgone', 'name: Tearoom'])
      expect(listed.out).toContain(words);
    const hidden = await run(['reviews', 'hide', id, "someone's private details"]);
    expect(hidden).toEqual(done(expect.stringContaining('reason: Someone’s private details')));
    expect(await lastLetterTo(person.user.email)).toContain('private details');
    expect((await run(['reviews', '--show', 'hidden'])).out).toMatch(new RegExp(`hidden:\n +at: ${MOMENT}`));
    const letters = shop.letters().length;
    await run(['reviews', 'hide', id, 'Abuse']);
    await shop.doJobs();
    expect(shop.letters()).toHaveLength(letters);
    expect((await run(['reviews', 'show', id])).out).not.toContain('hidden');
    expect(await log()).toMatchObject([
      { who: me, action: 'hide review', subjectId: id, details: { why: 'Someone’s private details' } },
      { who: me, action: 'show review', subjectId: id },
    ]);
    expect(await run(['reviews', 'hide', 999_999, 'Abuse'])).toEqual(refused('There is no review 999999.'));
    expect(await run(['reviews', 'hide', id, 'A telephone number'])).toEqual(
      refused('REASON: Choose one of the reasons.'),
    );
  });
});

const addPayment = (orderId: number, payee: string) =>
  shop.deps.db.execute(sql`insert into payments
    (order_id, order_version, state, amount_pence, invoice, payee, capture_id, look_again_at, created_at, changed_at)
    values (${orderId}, 1, 'captured', 5000, ${`ML-${orderId}`}, ${payee}, ${`CAP${orderId}`}, now(), now(), now())`);

/** A public shop that says of itself that nothing is real. */
const TRYING = { DEMO: 'true' };

describe('demo', () => {
  test('brings an order today, so that it can be claimed for and reviewed: once, told and written down', async () => {
    const { person, order } = await buyFlowers(shop, { day: '2026-12-24' });
    await addPayment(order.id, PAYEE.merchant_id);
    const { out } = await run(['demo', 'delivered', order.id], TRYING);
    expect(out).toContain(`Order ${order.id} was delivered today`);
    expect(out).toContain(`https://shop.example/login?next=/history/${order.id}`);
    const { delivery_date, delivered_at } = (
      await shop.call('GET', `/api/user/orders/${order.id}/`, { token: person.access })
    ).json();
    expect(delivery_date).toBe(londonDay(new Date(delivered_at)));
    expect(await lastLetterTo(person.user.email)).toContain('send us a photo today, from the page of your order');
    expect(await run(['demo', 'delivered', order.id], TRYING)).toEqual(
      done(`Order ${order.id} was delivered already.`),
    );
    expect((await log()).map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['demonstrate delivery', order.id],
    ]);
  });

  test('refuses where real money moves, by the settings or by what was paid', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-12-24' });
    const real = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' };
    const refusal = refused('That is for a shop that tries things out: here real money moves.');
    expect(await run(['demo', 'delivered', order.id], real)).toEqual(refusal);
    expect(await run(['demo', 'delivered', order.id], {})).toEqual(refusal);
    expect(await run(['demo', 'delivered', 999_999], TRYING)).toEqual(refused('There is no order 999999.'));
    await addPayment((await buyFlowers(shop)).order.id, 'REALSHOP');
    expect(await run(['demo', 'delivered', order.id], TRYING)).toEqual(refusal);
  });
});

describe('the desk', () => {
  test('explains itself', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}npm run desk -- claims answer CLAIM WORDS +Answer by letter$/m);
    expect(out).toContain('npm run desk -- payments reconcile');
    expect(await run([])).toEqual(done(out));
    const group = await run(['staff', '--help']);
    expect(group.out).toContain('staff invite');
    expect(group.out).not.toContain('payments');
    const one = await run(['orders', 'refund', '--help']);
    expect(one).toEqual(done(expect.stringMatching(/^npm run desk -- orders refund ORDER\n/)));
    expect(one.out).toMatch(/^ {2}--what +all, parts, sum; needed$/m);
    expect(one.out).toMatch(/^ {2}--amount +pounds, as 12\.00$/m);
    expect((await run(['days', 'close', '-h'])).out).toMatch(/^ {2}WORDS +Why they are closed/m);
  });

  test.each([
    [['claims', 'replace', '1', 'a', 'b']],
    [['constructor']],
    [['claims', 'constructor']],
    [['payments', 'reconcile', '--total', '1.00']],
    [['payments', 'reconcile', '--capture', 'X']],
    [['shop', 'take-over', 'now']],
  ])('refuses to guess what was meant: %j', async (words) => {
    expect(await run(words)).toEqual(refused('That is not understood; --help tells what is.'));
  });

  test('refuses an option that the call does not have', async () => {
    for (const words of [
      ['claims', '--refund'],
      ['orders', 'show', '1', '--day', '2026-11-17'],
    ])
      expect(await run(words)).toEqual(
        refused(expect.stringContaining(`Unknown option '${words.find((w) => w[0] === '-')}'`)),
      );
  });

  test('asks for the secret that letters are sealed with', async () => {
    expect(await run(['claims'], { JWT_SECRET: '' })).toEqual(
      refused('JWT_SECRET is needed with DATABASE_URL, the same as the shop has: letters are sealed with it.'),
    );
  });

  test('is a program that works on the database of a shop that is open', async () => {
    const dataDir = join(folder, 'var');
    const open = await startEmbeddedPostgres({ dataDir, durable: false });
    try {
      await migrate(open.connectionString);
      const env = { DATABASE_URL: '', JWT_SECRET: '', DATA_DIR: dataDir };
      expect(await runProgram(['claims'], env)).toEqual(done('waiting: 0'));
      expect(await runProgram(['claims', 'show', '1'], env)).toEqual(refused('There is no claim 1.'));
    } finally {
      await open.stop();
    }
  });
});
