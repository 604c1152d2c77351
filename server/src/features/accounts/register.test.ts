import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillForm, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const register = (body: unknown, headers?: Record<string, string>) =>
  shop.call('POST', '/api/user/register/', { body, ...(headers && { headers }) });

const TAKEN_EMAIL = 'A user is already registered with this email address.';
const TAKEN_NAME = 'A user with that username already exists.';

describe('POST /api/user/register/', () => {
  test('makes an account, signs its owner in and writes to them', {
    tags: ['§3.8', '§7.15', 'G16', 'G19'],
  }, async () => {
    const form = fillForm({ email: 'Grace@Example.org', username: 'Grace' });
    const response = await register(form);
    expect(response.status).toBe(201);
    expect(response.json()).toEqual({
      access: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh: expect.stringMatching(/^[\w-]{43}$/),
      device_mark: expect.stringMatching(/^[\w-]{43}$/),
      detail: 'Welcome. We have sent you a letter to confirm your address.',
      user: {
        id: expect.any(Number),
        username: 'Grace',
        email: 'Grace@example.org',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email_confirmed: false,
      },
    });
    expect(response.headers['cache-control']).toBe('no-store');
    const profile = await shop.call('GET', '/api/user/profile/', { token: response.json().access });
    expect(profile.json()).toEqual({ ...response.json().user, new_email: null, has_password: true });
    await shop.doJobs();
    expect(shop.letters().filter(({ to }) => to === 'Grace@example.org')).toHaveLength(1);
  });

  test('keeps names as they are written, whatever is in them', async () => {
    const names = { first_name: '<b>Zoë</b> 🌷', last_name: "O'Neil & Søn", username: '"; drop table users --' };
    const { user } = await registerSomeone(shop, names);
    expect(user).toMatchObject(names);
  });

  test('refuses with every message at once, each under its field', { tags: ['G12', 'G28'] }, async () => {
    await registerSomeone(shop, { email: 'taken@example.org', username: 'taken' });
    const response = await register({
      username: ' TAKEN ',
      email: 'Taken@EXAMPLE.org.',
      password1: 'password',
      password2: 'passwort',
      first_name: ' ',
    });
    expect(response.status).toBe(400);
    expect(response.json()).toEqual({
      username: [TAKEN_NAME],
      email: [TAKEN_EMAIL],
      password1: ['This password is too common.'],
      first_name: ['This field may not be blank.'],
      last_name: ['This field is required.'],
      non_field_errors: ['Passwords do not match.'],
    });
  });

  test('refuses passwords that differ, under the whole form', async () => {
    const response = await register(fillForm({ password2: `${PASSWORD}!` }));
    expect([response.status, response.json()]).toEqual([400, { non_field_errors: ['Passwords do not match.'] }]);
  });

  test.each([
    ['1234567', ['This must be at least 8 characters.']],
    ['🌷'.repeat(7), ['This must be at least 8 characters.']],
    ['x'.repeat(129), ['This must be no more than 128 characters.']],
    [undefined, ['This field is required.']],
    [12345678, ['This must be text.']],
  ])('refuses the password %j', async (password, messages) => {
    const response = await register(fillForm({ password1: password, password2: password }));
    expect([response.status, response.json().password1]).toEqual([400, messages]);
  });

  test('takes a password of 128 characters, all of which count', async () => {
    const long = `${'🌷'.repeat(127)}x`;
    const { user } = await registerSomeone(shop, { password1: long, password2: long });
    const logIn = (password: string) =>
      shop.call('POST', '/api/user/login/', { body: { email: user.email, password } });
    expect((await logIn(long)).status).toBe(200);
    expect((await logIn(`${'🌷'.repeat(127)}y`)).status).toBe(401);
  });

  test.each([[undefined], [null], [[]], [7], [{ username: { $ne: 1 } }], [{ email: 'a\0b@example.org' }]])(
    'answers what is no form with messages: %j',
    async (body) => {
      const response = await register(body);
      expect(response.status).toBe(400);
      expect(Object.values(response.json()).flat()).not.toHaveLength(0);
    },
  );

  test('ignores what nobody asked for', { tags: '§6.7' }, async () => {
    const { user } = await registerSomeone(shop, { id: 1, email_confirmed: true, is_admin: true, password_hash: 'x' });
    expect(user.email_confirmed).toBe(false);
    expect(Object.keys(user)).toHaveLength(6);
  });

  test('of twenty forms with one address at once, one becomes an account', async () => {
    const forms = Array.from({ length: 20 }, () => fillForm({ email: 'race@example.org' }));
    const responses = await Promise.all(forms.map((form) => register(form)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.every(({ status, body }) => (status === 400 ? body.includes(TAKEN_EMAIL) : status === 429))).toBe(
      true,
    );
    const { rows } = await shop.deps.db.execute(
      sql`select count(*)::int as people from users where email_key = 'race@example.org'`,
    );
    expect(rows).toEqual([{ people: 1 }]);
  });

  test('keeps neither the password nor a token in the database', async () => {
    const response = await registerSomeone(shop, { email: 'secret@example.org' });
    const { rows } = await shop.deps.db.execute<{ dump: string }>(sql`
      select string_agg(row::text, ' ') as dump from (
        select to_jsonb(users) as row from users union all select to_jsonb(sessions) from sessions
        union all select to_jsonb(refresh_tokens) from refresh_tokens union all select to_jsonb(letters) from letters
        union all select to_jsonb(known_places) from known_places
      ) everything`);
    const dump = rows[0]?.dump ?? '';
    expect(dump).toContain('secret@example.org');
    for (const secret of [PASSWORD, response.access, response.refresh, response.device_mark])
      expect(dump.includes(secret)).toBe(false);
  });
});

test('tells strangers only so often that an address is known, and then nothing of any address', {
  tags: 'G21',
}, async () => {
  await shop.deps.db.execute(sql`delete from throttles`);
  const people = [await registerSomeone(shop), await registerSomeone(shop), await registerSomeone(shop)];
  const probe = (email: string) => register(fillForm({ email, password1: 'short' }));
  for (let tries = 0; tries < 20; tries++) {
    const response = await probe(people[tries % 3]?.user.email ?? '');
    expect(response.json().email).toEqual([TAKEN_EMAIL]);
  }
  const known = await probe(people[0]?.user.email ?? '');
  const unknown = await probe('nobody.at.all@example.org');
  expect([known.status, known.headers['retry-after']]).toEqual([429, '30']);
  expect([unknown.status, unknown.body]).toEqual([429, known.body]);
});

test('floods no mailbox, whatever tags are put to its address', async () => {
  await shop.deps.db.execute(sql`delete from throttles`);
  const statuses = [];
  for (let tag = 1; tag <= 10; tag++)
    statuses.push((await register(fillForm({ email: `Mail+${tag}@example.org` }))).status);
  expect(statuses).toEqual([...Array(8).fill(201), 429, 429]);
});
