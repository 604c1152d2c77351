import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../database/drizzle.ts';
import { linkTo, logInAgain, PASSWORD, registerSomeone } from '../testing/people.ts';
import { openTestShop } from '../testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const change = (token: string, body: unknown) => shop.call('PATCH', '/api/user/profile/', { token, body });
const remove = (token: string, body: unknown) => shop.call('POST', '/api/user/profile/delete/', { token, body });

describe('PATCH /api/user/profile/', () => {
  test('changes what was named and leaves the rest', async () => {
    const { access, user } = await registerSomeone(shop);
    const answer = await change(access, { first_name: ' Augusta ' });
    expect([answer.status, answer.json()]).toEqual([200, { ...user, first_name: 'Augusta' }]);
    expect((await change(access, {})).json()).toEqual({ ...user, first_name: 'Augusta' });
  });

  test('refuses what may not be changed here, and changes nothing then', async () => {
    const { access, user } = await registerSomeone(shop);
    const answer = await change(access, { first_name: 'Eve', email: 'eve@example.org', email_confirmed: true, id: 1 });
    expect([answer.status, answer.json()]).toEqual([
      400,
      {
        email: ['This cannot be set here.'],
        email_confirmed: ['This cannot be set here.'],
        id: ['This cannot be set here.'],
      },
    ]);
    expect((await shop.call('GET', '/api/user/profile/', { token: access })).json()).toEqual(user);
  });

  test("refuses another's username in any case, and takes one's own in another", async () => {
    await registerSomeone(shop, { username: 'Florist' });
    const { access } = await registerSomeone(shop, { username: 'gardener' });
    expect((await change(access, { username: 'fLORIST' })).json()).toEqual({
      username: ['A user with that username already exists.'],
    });
    expect((await change(access, { username: 'Gardener' })).json().username).toBe('Gardener');
  });
});

describe('GET /api/user/profile/download/', () => {
  test('gives everything we hold of the person and nothing of anyone else', async () => {
    const { access, user } = await registerSomeone(shop, { email: 'mine@example.org' });
    const other = await registerSomeone(shop, { email: 'other@example.org', first_name: 'Otherwise' });
    await shop.doJobs();
    const answer = await shop.call('GET', '/api/user/profile/download/', { token: access });
    expect(answer.headers['content-disposition']).toBe('attachment; filename="marigold-lane-my-data.json"');
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(answer.json()).toEqual({
      account: { ...user, registered_at: moment, email_confirmed_at: null },
      sessions: [
        { device: 'lightMyRequest', remember: false, signed_in_at: moment, last_used_at: moment, expires_at: moment },
      ],
      letters: [{ kind: 'confirm-email', written_at: moment, sent_at: moment }],
    });
    expect(answer.body).not.toContain(other.user.first_name);
  });
});

describe('POST /api/user/profile/delete/', () => {
  test('removes the person and all that is theirs, ends every session at once and says goodbye', async () => {
    const { access, refresh, user } = await registerSomeone(shop, {
      email: 'leaving@example.org',
      last_name: 'Leaver',
    });
    const elsewhere = await logInAgain(shop, user.email);
    const link = await linkTo(shop, user.email);
    await registerSomeone(shop);
    const answer = await remove(access, { password: PASSWORD });
    expect([answer.status, answer.json()]).toEqual([200, { detail: 'Your account has been deleted.' }]);
    for (const token of [access, elsewhere.access]) {
      expect((await shop.call('GET', '/api/user/profile/', { token })).status).toBe(401);
    }
    expect((await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status).toBe(401);
    const login = await shop.call('POST', '/api/user/login/', { body: { email: user.email, password: PASSWORD } });
    expect(login.json()).toEqual({ detail: 'Incorrect email or password.' });
    const key = new URL(link).searchParams.get('q');
    expect((await shop.call('POST', `/account-confirm-email/${key}/`)).status).toBe(404);
    await shop.doJobs();
    expect(shop.letters().at(-1)).toMatchObject({ kind: 'account-deleted', to: 'leaving@example.org' });
    const { rows } = await shop.deps.db.execute<{ dump: string }>(sql`
      select string_agg(row::text, ' ') as dump from (
        select to_jsonb(users) as row from users union all select to_jsonb(sessions) from sessions
        union all select to_jsonb(letters) from letters union all select to_jsonb(confirmation_keys) from confirmation_keys
      ) everything`);
    expect(rows[0]?.dump).toContain('example.org');
    for (const trace of ['leaving@', 'Leaver']) expect(rows[0]?.dump.includes(trace)).toBe(false);
  });

  test('the address may register again', async () => {
    const { access, user } = await registerSomeone(shop);
    await remove(access, { password: PASSWORD });
    expect((await registerSomeone(shop, { email: user.email, username: user.username })).user.id).not.toBe(user.id);
  });

  test('asks for the password, and not for ever', async () => {
    const { access, user } = await registerSomeone(shop);
    expect((await remove(access, {})).json()).toEqual({ password: ['This field is required.'] });
    for (let tries = 0; tries < 5; tries++) {
      expect((await remove(access, { password: 'wrong one' })).json()).toEqual({ password: ['Incorrect password.'] });
    }
    expect((await remove(access, { password: PASSWORD })).status).toBe(429);
    expect((await shop.call('GET', '/api/user/profile/', { token: access })).json()).toEqual(user);
  });
});
