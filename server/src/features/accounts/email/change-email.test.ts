import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillForm, linkTo, logInAgain, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const PATH = '/api/user/profile/email/';
const change = (token: string, email: unknown, changes: object = {}) =>
  shop.call('POST', PATH, { token, body: { password: PASSWORD, email, ...changes } });
const cancel = (token: string) => shop.call('DELETE', PATH, { token });
const profile = async (token: string) => (await shop.call('GET', '/api/user/profile/', { token })).json();
const resend = (token: string) => shop.call('POST', '/api/user/profile/resend-confirmation/', { token });
const keyFor = async (email: string) => new URL(await linkTo(shop, email)).searchParams.get('q') as string;
const confirm = (key: string, token?: string) =>
  shop.call('POST', `/account-confirm-email/${key}/`, { body: { key }, ...(token !== undefined && { token }) });
const logIn = async (email: string, password = PASSWORD) =>
  (await shop.call('POST', '/api/user/login/', { body: { email, password } })).status;
const kindsTo = async (email: string) => {
  await shop.doJobs();
  return shop
    .letters()
    .filter(({ to }) => to === email)
    .map(({ kind }) => kind);
};
const OLD_LINK = { detail: 'This link has been used or is too old.' };

/** An address that nobody has yet. */
const freshEmail = () => fillForm().email;

/** Someone whose address is confirmed, in the browser that registered: what was set before is theirs. */
async function confirmedSomeone() {
  const someone = await registerSomeone(shop);
  await confirm(await keyFor(someone.user.email), someone.access);
  return { ...someone, user: { ...someone.user, email_confirmed: true } };
}

describe('POST /api/user/profile/email/', () => {
  test('asks the new address, tells the old one, and changes nothing yet', async () => {
    const { access, user } = await confirmedSomeone();
    const wanted = `New.${freshEmail()}`;
    const response = await change(access, ` ${wanted} `);
    expect([response.status, response.json()]).toEqual([200, { ...user, new_email: wanted, has_password: true }]);
    expect(await profile(access)).toEqual({ ...user, new_email: wanted, has_password: true });
    expect(await kindsTo(wanted)).toEqual(['confirm-new-email']);
    expect(await kindsTo(user.email)).toEqual(['confirm-email', 'email-change-asked']);
    expect(shop.letters().findLast(({ to }) => to === user.email)?.text).not.toContain(wanted);
    expect([await logIn(user.email), await logIn(wanted)]).toEqual([200, 401]);
    const download = await shop.call('GET', '/api/user/profile/download/', { token: access });
    expect(download.json().account).toMatchObject({ email: user.email, new_email: wanted });
  });

  test('the new address takes the place of the old one when its link is followed, once', async () => {
    const { access, refresh, user } = await confirmedSomeone();
    const wanted = `New.${freshEmail()}`;
    await change(access, wanted);
    const key = await keyFor(wanted);
    shop.setNow(new Date(TEST_NOW.getTime() + 60_000));
    const response = await confirm(key);
    expect([response.status, response.json()]).toEqual([200, { detail: 'Your email has been confirmed.' }]);
    expect(await profile(access)).toEqual({ ...user, email: wanted, new_email: null, has_password: true });
    expect([await logIn(user.email), await logIn(wanted.toUpperCase())]).toEqual([401, 200]);
    expect((await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status).toBe(200);
    const again = await confirm(key);
    expect([again.status, again.json()]).toEqual([404, OLD_LINK]);
    const { rows } = await shop.deps.db.execute<{ at: Date }>(
      sql`select email_confirmed_at as at from users where id = ${user.id}`,
    );
    expect(new Date(rows[0]?.at ?? 0)).toEqual(new Date(TEST_NOW.getTime() + 60_000));
    // The old address is free for whoever comes next.
    expect((await registerSomeone(shop, { email: user.email })).user.id).not.toBe(user.id);
  });

  test('twenty at once with one link move the account once', async () => {
    const { access } = await confirmedSomeone();
    const wanted = freshEmail();
    await change(access, wanted);
    const key = await keyFor(wanted);
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(key)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)]);
    expect(await profile(access)).toMatchObject({ email: wanted, new_email: null });
  });

  test('an address that was never confirmed is confirmed by the new one', async () => {
    const { access, user } = await registerSomeone(shop);
    const old = await keyFor(user.email);
    const wanted = freshEmail();
    await change(access, wanted);
    expect((await confirm(old)).status).toBe(404);
    await confirm(await keyFor(wanted));
    expect(await profile(access)).toEqual({
      ...user,
      email: wanted,
      email_confirmed: true,
      new_email: null,
      has_password: true,
    });
  });

  test('the last address asked for is the one, and its link alone works', async () => {
    const { access } = await confirmedSomeone();
    const [first, second] = [freshEmail(), freshEmail()];
    await change(access, first);
    const old = await keyFor(first);
    expect((await change(access, second)).json().new_email).toBe(second);
    expect((await confirm(old)).status).toBe(404);
    await confirm(await keyFor(second));
    expect(await profile(access)).toMatchObject({ email: second, new_email: null });
  });

  test('the letter can be sent again, to the new address, and a later link takes the place of the first', async () => {
    const { access, user } = await confirmedSomeone();
    const wanted = freshEmail();
    await change(access, wanted);
    const first = await keyFor(wanted);
    expect((await resend(access)).json()).toEqual({ detail: 'The letter is on its way again.' });
    expect(await kindsTo(wanted)).toEqual(['confirm-new-email', 'confirm-new-email']);
    expect((await kindsTo(user.email)).filter((kind) => kind !== 'email-change-asked')).toEqual(['confirm-email']);
    expect((await confirm(first)).status).toBe(404);
    expect((await confirm(await keyFor(wanted))).status).toBe(200);
    expect((await resend(access)).json()).toEqual({ detail: 'Your email has been confirmed.' });
  });

  test('asking for the address one has, in any writing, gives a change up that waits', async () => {
    const { access, user } = await confirmedSomeone();
    const wanted = freshEmail();
    await change(access, wanted);
    const key = await keyFor(wanted);
    const response = await change(access, user.email.toUpperCase());
    expect([response.status, response.json()]).toEqual([200, { ...user, new_email: null, has_password: true }]);
    expect((await confirm(key)).json()).toEqual(OLD_LINK);
  });

  test('another address of the same mailbox is another address', async () => {
    const { access, user } = await confirmedSomeone();
    const wanted = user.email.replace('@', '+shop@');
    expect((await change(access, wanted)).json().new_email).toBe(wanted);
    expect((await confirm(await keyFor(wanted))).status).toBe(200);
  });

  test("refuses another's address with the words of registering, and writes to nobody", async () => {
    const { access, user } = await confirmedSomeone();
    const other = await registerSomeone(shop);
    const before = [await kindsTo(user.email), await kindsTo(other.user.email)];
    const response = await change(access, other.user.email.toUpperCase());
    expect([response.status, response.json()]).toEqual([
      400,
      { email: ['A user is already registered with this email address.'] },
    ]);
    expect(await profile(access)).toEqual({ ...user, new_email: null, has_password: true });
    expect([await kindsTo(user.email), await kindsTo(other.user.email)]).toEqual(before);
  });

  test("probing which addresses are known shares registration's rate limit", async () => {
    const { access } = await confirmedSomeone();
    const known = (await registerSomeone(shop)).user.email;
    await shop.deps.db.execute(sql`delete from throttles`);
    for (let times = 0; times < 10; times++) {
      await shop.call('POST', '/api/user/register/', { body: fillForm({ email: known }) });
    }
    const statuses = [];
    for (let times = 0; times < 11; times++) statuses.push((await change(access, known)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await change(access, freshEmail())).status).toBe(429);
  });

  test('asks for the password, and not for ever', async () => {
    const { access, user } = await confirmedSomeone();
    for (let tries = 0; tries < 5; tries++) {
      const response = await change(access, freshEmail(), { password: 'wrong one' });
      expect([response.status, response.json()]).toEqual([400, { password: ['Incorrect password.'] }]);
    }
    expect((await change(access, freshEmail())).status).toBe(429);
    expect(await profile(access)).toEqual({ ...user, new_email: null, has_password: true });
  });

  test('names what is wrong with the form', async () => {
    const { access } = await registerSomeone(shop);
    const response = await change(access, 'nonsense', { password: undefined });
    expect([response.status, response.json()]).toEqual([
      400,
      { password: ['This field is required.'], email: ['Enter a valid email address.'] },
    ]);
  });

  test('floods neither address with letters', async () => {
    const { access } = await confirmedSomeone();
    const statuses = [];
    for (let times = 0; times < 6; times++) statuses.push((await change(access, freshEmail())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const mailbox = freshEmail();
    const tries = [];
    for (let times = 0; times < 9; times++) {
      const { access: next } = await registerSomeone(shop);
      tries.push((await change(next, mailbox.replace('@', `+${times}@`))).status);
    }
    expect(tries).toEqual([...Array(8).fill(200), 429]);
  });
});

describe('an address that was taken meanwhile', () => {
  test('is refused for good reason, and nothing is half done', async () => {
    const { access, user } = await confirmedSomeone();
    const wanted = freshEmail();
    await change(access, wanted);
    const key = await keyFor(wanted);
    const other = await registerSomeone(shop, { email: wanted });
    for (let times = 0; times < 2; times++) {
      const response = await confirm(key);
      expect([response.status, response.json()]).toEqual([
        409,
        { detail: 'Another account has this email address now. Yours keeps the one it had.' },
      ]);
    }
    expect(await profile(access)).toEqual({ ...user, new_email: wanted, has_password: true });
    expect(await profile(other.access)).toEqual({ ...other.user, new_email: null, has_password: true });
    expect((await cancel(access)).json()).toEqual({ ...user, new_email: null, has_password: true });
  });

  test('of two who wait for one address and confirm at once, one gets it', async () => {
    const [one, two] = [await confirmedSomeone(), await confirmedSomeone()];
    const wanted = freshEmail();
    await change(one.access, wanted);
    const first = await keyFor(wanted);
    await change(two.access, wanted);
    const second = await keyFor(wanted);
    const responses = await Promise.all([confirm(first), confirm(second)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const emails = [(await profile(one.access)).email, (await profile(two.access)).email];
    expect(emails.filter((email) => email === wanted)).toHaveLength(1);
  });
});

describe('DELETE /api/user/profile/email/', () => {
  test('gives the change up: the address stays, and the link sent to the other works no more', async () => {
    const { access, user } = await confirmedSomeone();
    const wanted = freshEmail();
    await change(access, wanted);
    const key = await keyFor(wanted);
    const response = await cancel(access);
    expect([response.status, response.json()]).toEqual([200, { ...user, new_email: null, has_password: true }]);
    expect((await confirm(key)).json()).toEqual(OLD_LINK);
    expect((await cancel(access)).json()).toEqual({ ...user, new_email: null, has_password: true });
  });

  test('leaves the link of the address in force good', async () => {
    const { access, user } = await registerSomeone(shop);
    const key = await keyFor(user.email);
    expect((await cancel(access)).json()).toEqual({ ...user, new_email: null, has_password: true });
    expect((await confirm(key)).status).toBe(200);
  });
});

describe('while a change of address waits', () => {
  test('a new password is asked for at the address in force, and setting one gives the change up', async () => {
    const { access, user } = await confirmedSomeone();
    const wanted = freshEmail();
    await change(access, wanted);
    const key = await keyFor(wanted);
    for (const email of [user.email, wanted]) {
      await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email } });
    }
    expect(await kindsTo(wanted)).toEqual(['confirm-new-email']);
    const link = new URL(await linkTo(shop, user.email)).pathname;
    const body = { new_password1: 'of the owner', new_password2: 'of the owner' };
    expect((await shop.call('POST', link, { body })).status).toBe(200);
    expect((await confirm(key)).json()).toEqual(OLD_LINK);
    const response = await shop.call('POST', '/api/user/login/', {
      body: { email: user.email, password: 'of the owner' },
    });
    expect(response.json().user).toEqual(user);
  });

  test('changing the password gives it up too', async () => {
    const { access, user } = await confirmedSomeone();
    const thief = await logInAgain(shop, user.email);
    const wanted = freshEmail();
    await change(thief.access, wanted);
    const key = await keyFor(wanted);
    const body = { password: PASSWORD, new_password1: 'of the owner', new_password2: 'of the owner' };
    expect((await shop.call('POST', '/api/user/profile/password/', { token: access, body })).status).toBe(200);
    expect((await confirm(key)).json()).toEqual(OLD_LINK);
    expect(await profile(access)).toEqual({ ...user, new_email: null, has_password: true });
  });

  test('a link to set a password that went to the old address works no more once the new one is confirmed', async () => {
    const { access, user } = await confirmedSomeone();
    await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email: user.email } });
    const link = new URL(await linkTo(shop, user.email)).pathname;
    const wanted = freshEmail();
    await change(access, wanted);
    await confirm(await keyFor(wanted));
    const body = { new_password1: 'of who reads it', new_password2: 'of who reads it' };
    expect((await shop.call('POST', link, { body })).status).toBe(400);
  });

  test('deleting the account deletes the pending change', async () => {
    const { access } = await confirmedSomeone();
    const wanted = freshEmail();
    await change(access, wanted);
    const key = await keyFor(wanted);
    const body = { password: PASSWORD };
    expect((await shop.call('POST', '/api/user/profile/delete/', { token: access, body })).status).toBe(200);
    expect((await confirm(key)).status).toBe(404);
    const { rows } = await shop.deps.db.execute<{ dump: string }>(sql`
      select string_agg(row::text, ' ') as dump from (select to_jsonb(users) as row from users
        union all select to_jsonb(confirmation_keys) from confirmation_keys) everything`);
    expect(rows[0]?.dump).not.toContain(wanted);
  });

  test('confirming, requesting again and cancelling at once never deadlock', async () => {
    for (let round = 0; round < 8; round++) {
      const { access } = await confirmedSomeone();
      const wanted = freshEmail();
      await change(access, wanted);
      const key = await keyFor(wanted);
      const responses = await Promise.all([confirm(key), resend(access), cancel(access), confirm(key)]);
      for (const { status } of responses) expect([200, 404]).toContain(status);
      const { email, new_email } = await profile(access);
      expect([email === wanted, new_email]).toEqual([responses[0].status === 200 || responses[3].status === 200, null]);
    }
  });
});
