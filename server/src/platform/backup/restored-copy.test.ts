import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { inviteAtDesk } from '#server/command-line/staff-desk.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { inviteFirstOwner } from '#server/features/staff/invitations/invite-first-owner.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { takeOver } from '#server/platform/installation/standby.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { createPasskey } from '#server/testing/passkey.ts';
import { linkTo, logInAgain, PASSWORD } from '#server/testing/people.ts';
import { createEmptyDatabase } from '#server/testing/test-database.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

const TEN_MINUTES_MS = 10 * 60 * 1000;

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let folder: string;
let count = 0;
const copies: Shop[] = [];

beforeAll(async () => {
  folder = await makeMemoryFolder('marigold-lane-copy-');
  // The time of today, which the copies and the pretended PayPal have too.
  checkout = await openTestCheckout({ now: new Date() });
});
afterEach(async () => {
  for (const copy of copies.splice(0)) await copy.close();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});
afterAll(async () => {
  await checkout.close();
  await rm(folder, { recursive: true });
});

async function backUp() {
  const file = join(folder, `shop-${++count}.backup`);
  await writeBackup(checkout.shop.connectionString, file, {});
  return file;
}

/** Beside the shop that is open, with the same PayPal. */
async function restore(
  file: string,
  { now = new Date(), ...options }: Parameters<typeof restoreBackup>[2] & { now?: Date } = {},
): Promise<Shop> {
  const database = await createEmptyDatabase();
  await restoreBackup(database.connectionString, file, options);
  // As the shop does when it opens: the queue of jobs is no part of a backup.
  const jobs = createJobs(database.db);
  const boss = await jobs.boss();
  await boss.start();
  await boss.stop();
  await jobs.close();
  const copy = await openTestShop({ database, now, env: { PAYPAL_API_BASE: checkout.provider.url } });
  copies.push(copy);
  // The clock of the checkout is stopped at another time than that of the copy.
  await database.db.execute(sql`delete from throttles`);
  return copy;
}

const tellToTakeOver = ({ deps }: Shop) => deps.db.transaction((tx) => takeOver(tx, new Date()));

async function approve() {
  const { token, order, person } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  return { token, order, person, paypalOrder: id };
}
async function buy() {
  const bought = await approve();
  const response = await checkout.pay.capture(bought.token, bought.order.id, bought.paypalOrder);
  expect(response.json().state).toBe('paid');
  return bought;
}

const sweep = async (shop: Shop) => {
  await shop.handlers['sweep-payments']?.work({});
  await shop.doJobs();
};

describe('a copy on standby', () => {
  test('opens, and takes no payment, finishes none and takes no event', async () => {
    const { person, order, paypalOrder } = await approve();
    const copy = await restore(await backUp());
    const { access: token } = await logInAgain(copy, person.user.email);
    const refusal = { detail: 'This is a restored copy of the shop, on standby. Nothing can be paid for here.' };
    const amount = order.total_cost.toFixed(2);
    const asked = [
      copy.get('/ready'),
      copy.call('POST', '/api/user/payments/paypal/create-order/', { token, body: { amount, order_id: order.id } }),
      copy.call('POST', '/api/user/payments/paypal/capture-order/', {
        token,
        body: { order_id: order.id, paypal_order_id: paypalOrder },
      }),
      copy.call('GET', `/api/user/payments/paypal/status/?order_id=${order.id}`, { token }),
      copy.post('/api/payments/paypal/webhook/', { id: 'WH-1' }),
    ];
    for (const response of await Promise.all(asked)) {
      expect([response.status, response.json()]).toEqual([503, refusal]);
      expect(response.headers['retry-after']).toBe('5');
    }
    expect((await copy.get('/health')).status).toBe(200);
    expect((await copy.get('/api/products/')).status).toBe(200);
    expect((await copy.call('GET', `/api/user/orders/${order.id}/`, { token })).json().status).toBe('P');
    expect(await checkout.takenFor(order.id)).toEqual([]);

    await tellToTakeOver(copy);
    expect((await copy.get('/ready')).json()).toEqual({ status: 'ok' });
    const status = await copy.call('GET', `/api/user/payments/paypal/status/?order_id=${order.id}`, { token });
    expect(status.status).toBe(200);
    expect(copy.failures).toEqual([]);
  });

  test('asks nothing, reports nothing and gives nothing back before it is told to take over', async () => {
    const file = await backUp();
    const lost = await buy();
    // Ten minutes later, when what was begun is due to be looked at again.
    const copy = await restore(file, { now: new Date(Date.now() + TEN_MINUTES_MS) });
    await sweep(copy);
    expect(await checkout.takenFor(lost.order.id)).toHaveLength(1);
    expect(copy.letters()).toEqual([]);
  });
});

describe('a copy that has taken over', () => {
  test('brings payments that it knows to their end, and reports money for lost orders without moving it', async () => {
    const known = await buy();
    const underWay = await approve();
    const file = await backUp();
    const lost = await buy();
    const [taken = 0] = await checkout.takenFor(lost.order.id);
    expect((await checkout.pay.capture(underWay.token, underWay.order.id, underWay.paypalOrder)).json().state).toBe(
      'paid',
    );
    const copy = await restore(file);
    await tellToTakeOver(copy);
    await sweep(copy);
    const { rows } = await copy.deps.db.execute<{ id: number; status: string }>(
      sql`select id, status from orders where id in (${known.order.id}, ${underWay.order.id}) order by id`,
    );
    expect(rows.map(({ status }) => status)).toEqual(['C', 'C']);
    for (const { order } of [known, underWay, lost]) expect(await checkout.takenFor(order.id)).toHaveLength(1);
    const listReports = () => copy.letters().filter(({ subject }) => subject.includes('whose order is lost'));
    expect(listReports()).toMatchObject([
      {
        to: copy.deps.config.shopEmail,
        subject: `£${(taken / 100).toFixed(2)} of a buyer whose order is lost: please look`,
        text: expect.stringMatching(/npm run desk -- payments reconcile --refund --capture \w+/),
      },
    ]);
    // Once: the next look finds nothing more to do.
    await sweep(copy);
    expect(listReports()).toHaveLength(1);
    expect(await checkout.takenFor(lost.order.id)).toHaveLength(1);
  });

  test('does not tell of money that was given back since', async () => {
    const file = await backUp();
    const lost = await buy();
    const { rows } = await checkout.shop.deps.db.execute<{ capture_id: string }>(
      sql`select capture_id from payments where order_id = ${lost.order.id}`,
    );
    await checkout.provider.refund(rows[0]?.capture_id as string);
    const copy = await restore(file);
    await tellToTakeOver(copy);
    await sweep(copy);
    expect(copy.letters().filter(({ text }) => text.includes(rows[0]?.capture_id as string))).toEqual([]);
  });
});

describe('access that was ended since the backup', () => {
  const refresh = (shop: Shop, { refresh: token }: Registered) =>
    shop.call('POST', '/auth/refresh/', { body: { refresh: token } });
  const setPassword = (shop: Shop, link: string) => {
    const body = { new_password1: 'roses by the score', new_password2: 'roses by the score' };
    return shop.call('POST', new URL(link).pathname, { body });
  };

  test('does not come back: neither sessions nor links, sent or still to be sent', async () => {
    const { person, token } = await checkout.fillCart();
    const key = new URL(await linkTo(checkout.shop, person.user.email)).searchParams.get('q');
    await checkout.shop.call('POST', '/api/v1/auth/password/reset/', { body: { email: person.user.email } });
    const reset = await linkTo(checkout.shop, person.user.email);
    const { person: waiting } = await checkout.fillCart();
    const file = await backUp();
    // At the hour of the shop: whatever is refused is not refused for its age.
    const copy = await restore(file, { now: checkout.shop.deps.clock.now() });
    const outcomes = async (shop: Shop) => [
      (await shop.call('GET', '/api/user/profile/', { token })).status,
      (await refresh(shop, person)).status,
      (await shop.call('POST', `/account-confirm-email/${key}/`, { body: { key } })).status,
      (await setPassword(shop, reset)).status,
    ];
    expect(await outcomes(copy)).toEqual([401, 401, 404, 400]);
    expect(await outcomes(checkout.shop)).toEqual([200, 200, 200, 200]);
    // The password of the backup lets people in; the letters that waited with a link in them are gone.
    expect((await logInAgain(copy, person.user.email)).access).toBeTruthy();
    await copy.handlers['sweep-letters']?.work({});
    await copy.doJobs();
    expect(copy.letters().filter(({ to }) => to === waiting.user.email)).toEqual([]);
  });

  test('passwords can be made unusable, until each is set anew by letter', async () => {
    const { person } = await checkout.fillCart();
    const { email } = person.user;
    const copy = await restore(await backUp(), { resetPasswords: true });
    const logIn = (password: string) =>
      copy.call('POST', '/api/user/login/', { body: { email, password, remember: false } });
    expect((await logIn(PASSWORD)).status).toBe(401);
    await copy.call('POST', '/api/v1/auth/password/reset/', { body: { email } });
    expect((await setPassword(copy, await linkTo(copy, email))).status).toBe(200);
    expect((await logIn('roses by the score')).status).toBe(200);
  });
});

describe('staff of the time of the backup', () => {
  type Member = Awaited<ReturnType<typeof joinWithPasskey>>;
  const tryPasskey = async (shop: Shop, { passkey }: Member) => {
    const browser = openBrowser(shop);
    const options = await browser.post('/api/desk/sign-in/options/');
    return (await browser.post('/api/desk/sign-in/', passkey.use(options.json))).status;
  };
  const tryCode = async (shop: Shop, { email }: Member, code: string | undefined) =>
    (await openBrowser(shop).post('/api/desk/sign-in/by-code/', { email, code })).status;
  const linksTo = (shop: Shop, email: string) =>
    shop.letters().filter(({ to, link }) => to === email && link.includes('/desk/'));
  const join = async (shop: Shop, link: string) => {
    const [browser, passkey] = [openBrowser(shop), createPasskey()];
    const path = `/api/desk/invitations/${link.split('/').at(-1)}`;
    const options = await browser.post(`${path}/options/`, { name: 'Hana' });
    return { browser, ...(await browser.post(`${path}/join/`, { name: 'Hana', passkey: passkey.make(options.json) })) };
  };

  test('nobody gets in before an owner has let them in again: not who was dismissed since, and by no way', async () => {
    const { shop } = checkout;
    const hana = await joinWithPasskey(shop, ['owner'], 'Hana');
    const rose = await joinWithPasskey(shop, ['owner', 'florist'], 'Rose');
    const { json: made } = await rose.browser.post('/api/desk/recovery-codes/');
    const file = await backUp();
    expect((await hana.browser.post(`/api/desk/staff/${rose.staffId}/disable/`)).status).toBe(200);

    // At the hour of the shop: whatever is refused is not refused for its age.
    const copy = await restore(file, { now: shop.deps.clock.now(), resetPasswords: true });
    await tellToTakeOver(copy);
    for (const member of [rose, hana]) {
      expect(await tryPasskey(copy, member)).toBe(403);
      expect((await openBrowser(copy).post('/api/desk/sign-in/link/', { email: member.email })).status).toBe(200);
      await copy.doJobs();
      expect(linksTo(copy, member.email)).toEqual([]);
    }
    expect(await tryCode(copy, rose, made.codes[0])).toBe(403);

    expect(await inviteFirstOwner(copy.deps)).toEqual({ state: 'to confirm' });
    const printed: string[] = [];
    await inviteAtDesk(
      { ...copy.deps, by: onCommandLine('rose'), print: (line) => printed.push(line) },
      hana.email,
      {},
    );
    const owner = await join(copy, printed.at(-1) ?? '');
    expect([owner.status, owner.json]).toMatchObject([200, { id: hana.staffId, roles: ['owner'] }]);
    const { json: list } = await owner.browser.get('/api/desk/staff/');
    const states = Object.fromEntries(
      list.staff.map(({ email, state }: { email: string; state: string }) => [email, state]),
    );
    expect(states).toEqual({ [hana.email]: 'joined', [rose.email]: 'to confirm' });
    expect((await owner.browser.post(`/api/desk/staff/${rose.staffId}/disable/`)).status).toBe(200);
    expect(await tryPasskey(copy, rose)).toBe(403);
    expect(copy.failures).toEqual([]);
  });

  test('a colleague who is confirmed joins anew, as the same person', async () => {
    const { shop } = checkout;
    const hana = await joinWithPasskey(shop, ['owner'], 'Hana');
    const wren = await joinWithPasskey(shop, ['florist'], 'Wren');
    const copy = await restore(await backUp(), { now: shop.deps.clock.now() });
    await tellToTakeOver(copy);
    const printed: string[] = [];
    await inviteAtDesk(
      { ...copy.deps, by: onCommandLine('rose'), print: (line) => printed.push(line) },
      hana.email,
      {},
    );
    const { browser } = await join(copy, printed.at(-1) ?? '');
    const confirmed = { name: 'Wren', email: wren.email, roles: ['driver'] };
    expect((await browser.post('/api/desk/staff/', confirmed)).status).toBe(201);
    await copy.doJobs();
    const back = await join(copy, linksTo(copy, wren.email).at(-1)?.link ?? '');
    expect(back.json).toMatchObject({ id: wren.staffId, roles: ['driver'] });
  });
});
