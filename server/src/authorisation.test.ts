import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { writeAccessToken } from './accounts/access-token.ts';
import { sql } from './database/drizzle.ts';
import { deriveSecrets } from './secrets.ts';
import { fillForm, linkTo, PASSWORD, registerSomeone } from './testing/people.ts';
import { openTestShop, TEST_NOW } from './testing/test-shop.ts';

/** Who may do what. Every call of the API document stands here; one that does not fails the test below. */

type Request = { path?: string; body?: unknown };
type Row =
  /** The same for everyone, whatever token comes with it. `ask` makes a request that is granted. */
  | { open: true; status?: number; ask?: (owner: Registered) => Promise<Request> | Request }
  /** For the owner alone. `others` is what another person meets with the very same request. */
  | { open: false; others: 'their own' | 'not found'; ask?: (owner: Registered) => Promise<Request> | Request };

const PUBLIC: Row = { open: true };

const MATRIX: Record<string, Row> = {
  'GET /health': PUBLIC,
  'GET /ready': PUBLIC,
  'GET /api/delivery/': PUBLIC,
  'GET /api/products/': PUBLIC,
  'GET /api/products/facets/': PUBLIC,
  'GET /api/products/{id}/': { open: true, ask: async () => ({ path: `/api/products/${await someProduct()}/` }) },
  'GET /api/products/{id}/related/': {
    open: true,
    ask: async () => ({ path: `/api/products/${await someProduct()}/related/` }),
  },

  'POST /api/user/register/': { open: true, status: 201, ask: () => ({ body: fillForm() }) },
  'POST /api/user/login/': { open: true, ask: ({ user }) => ({ body: { email: user.email, password: PASSWORD } }) },
  'POST /auth/refresh/': { open: true, ask: ({ refresh }) => ({ body: { refresh } }) },
  // Whoever holds the refresh token may end its session: that is what the token is for.
  'POST /api/v1/auth/logout/': { open: true, ask: ({ refresh }) => ({ body: { refresh } }) },
  'POST /account-confirm-email/{key}/': {
    open: true,
    ask: async ({ user }) => {
      const key = new URL(await linkTo(shop, user.email)).searchParams.get('q');
      return { path: `/account-confirm-email/${key}/`, body: { key } };
    },
  },
  'POST /api/v1/auth/password/reset/': { open: true, ask: ({ user }) => ({ body: { email: user.email } }) },
  'POST /password/reset/confirm/{uid}/{token}': {
    open: true,
    ask: async ({ user }) => {
      await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email: user.email } });
      const path = new URL(await linkTo(shop, user.email)).pathname;
      return { path, body: { new_password1: 'another good one', new_password2: 'another good one' } };
    },
  },

  'GET /api/user/profile/': { open: false, others: 'their own' },
  'PATCH /api/user/profile/': { open: false, others: 'their own', ask: () => ({ body: { first_name: 'Changed' } }) },
  'POST /api/user/profile/resend-confirmation/': { open: false, others: 'their own' },
  'GET /api/user/profile/download/': { open: false, others: 'their own' },
  'POST /api/user/profile/delete/': { open: false, others: 'their own', ask: () => ({ body: { password: PASSWORD } }) },
};

let shop: Awaited<ReturnType<typeof openTestShop>>;
let operations: Map<string, { security?: object[] }>;

beforeAll(async () => {
  shop = await openTestShop();
  const { paths } = (await shop.get('/api/docs/json')).json() as {
    paths: Record<string, Record<string, { security?: object[] }>>;
  };
  operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(() => shop.deps.db.execute(sql`delete from throttles`));

async function someProduct(): Promise<number> {
  return (await shop.get('/api/products/?limit=1')).json()[0].id;
}

async function ask(name: string, row: Row, owner: Registered) {
  const [method, path] = name.split(' ') as [Parameters<typeof shop.call>[0], string];
  const request = (await row.ask?.(owner)) ?? {};
  return (token: string | undefined) =>
    shop.call(method, request.path ?? path, {
      ...(token && { token }),
      ...(request.body !== undefined && { body: request.body }),
    });
}

/** Everything personal that the shop holds, to see that a refusal changed nothing. */
async function readAll(): Promise<unknown> {
  const { rows } = await shop.deps.db.execute(sql`
    select (select jsonb_agg(users order by id) from users) as users, (select jsonb_agg(sessions order by id) from sessions) as
      sessions, (select count(*) from letters) as letters, (select jsonb_agg(confirmation_keys order by user_id) from confirmation_keys) as keys`);
  return rows[0];
}

/** Tokens that open nothing, though each was made with care. */
async function badTokens({ access, user }: Registered): Promise<Record<string, string | undefined>> {
  const sessionId = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sid as string;
  const shopper = { userId: user.id, sessionId };
  const ended = await registerSomeone(shop);
  await shop.call('POST', '/api/v1/auth/logout/', { token: ended.access });
  const past = { now: () => new Date(TEST_NOW.getTime() - 600_000) };
  return {
    anonymous: undefined,
    expired: await writeAccessToken({ ...shop.deps, clock: past }, shopper),
    forged: await writeAccessToken(
      { ...shop.deps, secrets: deriveSecrets('a secret of the forger, long enough') },
      shopper,
    ),
    ended: ended.access,
  };
}

test('every call of the API document has its row, and every row its call', () => {
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(MATRIX).toSorted());
});

test('what the document calls private is private here, and nothing else', () => {
  for (const [name, { security }] of operations) {
    expect([name, Boolean(security?.length)]).toEqual([name, !MATRIX[name]?.open]);
  }
});

describe.each(Object.entries(MATRIX).filter(([, row]) => !row.open))('%s', (name, row) => {
  test('refuses everyone who is not signed in, and changes nothing', async () => {
    const owner = await registerSomeone(shop);
    const asking = await ask(name, row, owner);
    const tokens = await badTokens(owner);
    const before = await readAll();
    for (const [who, token] of Object.entries(tokens)) {
      const answer = await asking(token);
      expect([who, answer.status, answer.json()]).toEqual([who, 401, { detail: 'Please log in.' }]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(await readAll()).toEqual(before);
  });

  test('serves its owner, for nobody to keep', async () => {
    const owner = await registerSomeone(shop);
    const answer = await (await ask(name, row, owner))(owner.access);
    expect([answer.status, answer.headers['cache-control'], answer.headers.vary]).toEqual([
      200,
      'no-store',
      'Authorization',
    ]);
  });

  test('shows and changes nothing of the owner to another person', async () => {
    const owner = await registerSomeone(shop, { last_name: 'Ownerson' });
    const other = await registerSomeone(shop, { last_name: 'Otherson' });
    const answer = await (await ask(name, row, owner))(other.access);
    const expected = !row.open && row.others === 'not found' ? 404 : 200;
    expect(answer.status).toBe(expected);
    for (const trace of [owner.user.email, owner.user.username, 'Ownerson']) expect(answer.body).not.toContain(trace);
    const profile = await shop.call('GET', '/api/user/profile/', { token: owner.access });
    expect(profile.json()).toEqual(owner.user);
  });
});

describe.each(Object.entries(MATRIX).filter(([, row]) => row.open))('%s', (name, row) => {
  test.each(['anonymous', 'owner', 'other', 'expired', 'forged', 'ended'])('answers alike: %s', async (who) => {
    const owner = await registerSomeone(shop);
    const other = await registerSomeone(shop);
    const tokens = { ...(await badTokens(owner)), owner: owner.access, other: other.access } as Record<
      string,
      string | undefined
    >;
    const answer = await (await ask(name, row, owner))(tokens[who]);
    expect([who, answer.status]).toEqual([who, row.open ? (row.status ?? 200) : 0]);
    expect(answer.body).not.toContain(other.user.email);
  });
});
