import { expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { logInAgain, registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

test('forgets what has run out every hour, and nothing else', async () => {
  const shop = await openTestShop();
  const { user } = await registerSomeone(shop);
  const remembered = await logInAgain(shop, user.email, true);
  await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email: user.email } });
  await shop.doJobs();
  const count = async () =>
    (
      await shop.deps.db.execute(sql`
        select (select count(*)::int from sessions) as sessions, (select count(*)::int from refresh_tokens) as tokens,
          (select count(*)::int from confirmation_keys) as confirmations, (select count(*)::int from password_resets) as resets,
          (select count(*)::int from throttles where full_at < ${shop.deps.clock.now()}) as throttles, (select count(*)::int from users) as users,
          (select count(*)::int from known_places) as places`)
    ).rows[0];
  const cleanUp = () => shop.handlers['clean-up-accounts']?.work({});

  await cleanUp();
  expect(await count()).toEqual({
    sessions: 2,
    tokens: 2,
    confirmations: 1,
    resets: 1,
    throttles: 0,
    users: 1,
    places: 3,
  });

  shop.setNow(new Date(TEST_NOW.getTime() + 13 * 3_600_000));
  await cleanUp();
  expect(await count()).toEqual({
    sessions: 1,
    tokens: 1,
    confirmations: 1,
    resets: 0,
    throttles: 0,
    users: 1,
    places: 3,
  });
  expect((await shop.call('POST', '/auth/refresh/', { body: { refresh: remembered.refresh } })).status).toBe(200);

  shop.setNow(new Date(TEST_NOW.getTime() + 40 * 24 * 3_600_000));
  await cleanUp();
  const none = { sessions: 0, tokens: 0, confirmations: 0, resets: 0, throttles: 0 };
  expect(await count()).toEqual({ ...none, users: 1, places: 3 });

  // The network was last seen with the refresh 13 hours on.
  shop.setNow(new Date(TEST_NOW.getTime() + 91 * 24 * 3_600_000));
  await cleanUp();
  expect(await count()).toEqual({ ...none, users: 1, places: 2 });
  shop.setNow(new Date(TEST_NOW.getTime() + 401 * 24 * 3_600_000));
  await cleanUp();
  expect(await count()).toEqual({ ...none, users: 1, places: 0 });
  expect(shop.handlers['clean-up-accounts']?.cron).toBe('17 * * * *');
  await shop.close();
});
