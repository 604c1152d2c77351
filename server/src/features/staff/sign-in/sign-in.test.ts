import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { createPasskey } from '#server/testing/passkey.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { passkeyChallenges, passkeys, staff, staffSessions } from '../table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate throttles`);
});

const NO_GOOD = { detail: 'This passkey does not open the desk.' };
const TOO_LATE = { detail: 'That took too long, or was tried before. Please try again.' };
const askOptions = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.post('/api/desk/sign-in/options/')).json;

describe('signing in with a passkey', () => {
  test('opens a session in this browser, for whoever the passkey belongs to', async () => {
    const wren = await joinWithPasskey(shop, ['florist', 'driver']);
    const browser = openBrowser(shop);
    const options = await askOptions(browser);
    expect(options).toEqual({
      rpId: 'shop.example',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      userVerification: 'required',
    });
    const response = await browser.post('/api/desk/sign-in/', wren.passkey.use(options));
    expect(response).toEqual({ status: 200, json: { ...wren.me, roles: ['florist', 'driver'], opened_by: 'passkey' } });
    expect((await browser.get('/api/desk/me/')).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['__Host-desk-browser', '__Host-desk']);
  });

  test('gives a new secret each time and ends the session that this browser had', async () => {
    const wren = await joinWithPasskey(shop);
    const robin = await joinWithPasskey(shop, ['driver'], 'Robin');
    const before = wren.browser.cookies.get('__Host-desk') ?? '';
    await wren.browser.post('/api/desk/sign-in/', robin.passkey.use(await askOptions(wren.browser)));
    expect((await wren.browser.get('/api/desk/me/')).json.name).toBe('Robin');
    const stale = openBrowser(shop);
    stale.cookies.set('__Host-desk', before);
    expect((await stale.get('/api/desk/me/')).status).toBe(401);
  });

  test('does not take over a secret that the browser brings', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const planted = 'a'.repeat(43);
    browser.cookies.set('__Host-desk', planted);
    await browser.post('/api/desk/sign-in/', wren.passkey.use(await askOptions(browser)));
    expect(browser.cookies.get('__Host-desk')).not.toBe(planted);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a person whom the device did not verify', { isUnverified: true }],
    ['a counter that has gone back', { counter: 1 }],
    ['somebody without the private key', { isForged: true }],
    ['the making of a passkey instead of its use', { type: 'webauthn.create' }],
  ])('refuses %s', async (_, changes) => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    // The counter of the passkey is at two from here on.
    await browser.post('/api/desk/sign-in/', wren.passkey.use(await askOptions(browser)));
    const stranger = openBrowser(shop);
    const used = wren.passkey.use(await askOptions(stranger), changes);
    expect(await stranger.post('/api/desk/sign-in/', used)).toEqual({ status: 403, json: NO_GOOD });
    expect(stranger.cookies.has('__Host-desk')).toBe(false);
  });

  test('refuses a passkey that nobody here has', async () => {
    const browser = openBrowser(shop);
    const used = createPasskey().use(await askOptions(browser));
    expect(
      await browser.post('/api/desk/sign-in/', { ...used, response: { ...used.response, userHandle: null } }),
    ).toEqual({ status: 403, json: NO_GOOD });
  });

  test('refuses the same response a second time', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const used = wren.passkey.use(await askOptions(browser));
    expect((await browser.post('/api/desk/sign-in/', used)).status).toBe(200);
    expect(await browser.post('/api/desk/sign-in/', used)).toEqual({ status: 403, json: TOO_LATE });
  });

  test('lets only one of twenty in that send the same response at once', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const used = wren.passkey.use(await askOptions(browser));
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post('/api/desk/sign-in/', used)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('refuses a challenge that was tried in vain before', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const options = await askOptions(browser);
    await browser.post('/api/desk/sign-in/', wren.passkey.use(options, { isForged: true }));
    const again = await browser.post('/api/desk/sign-in/', wren.passkey.use(options));
    expect(again).toEqual({ status: 403, json: TOO_LATE });
  });

  test('refuses a challenge of our own making that was never given', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const used = wren.passkey.use(await askOptions(browser), { challenge: 'b'.repeat(43) });
    expect(await browser.post('/api/desk/sign-in/', used)).toEqual({ status: 403, json: TOO_LATE });
  });

  test('refuses a challenge that another browser was given', async () => {
    const wren = await joinWithPasskey(shop);
    const used = wren.passkey.use(await askOptions(openBrowser(shop)));
    const thief = openBrowser(shop);
    await askOptions(thief);
    expect(await thief.post('/api/desk/sign-in/', used)).toEqual({ status: 403, json: TOO_LATE });
  });

  test('refuses a challenge that was given to confirm something', async () => {
    const wren = await joinWithPasskey(shop);
    const options = (await wren.browser.post('/api/desk/confirm/options/')).json;
    expect(await wren.browser.post('/api/desk/sign-in/', wren.passkey.use(options))).toEqual({
      status: 403,
      json: TOO_LATE,
    });
  });

  test('refuses after five minutes', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const used = wren.passkey.use(await askOptions(browser));
    shop.setNow(new Date(TEST_NOW.getTime() + 5 * 60_000 + 1));
    expect(await browser.post('/api/desk/sign-in/', used)).toEqual({ status: 403, json: TOO_LATE });
  });

  test('refuses somebody who no longer works here', async () => {
    const wren = await joinWithPasskey(shop);
    await shop.deps.db.update(staff).set({ disabledAt: TEST_NOW }).where(eq(staff.id, wren.staffId));
    const browser = openBrowser(shop);
    const used = wren.passkey.use(await askOptions(browser));
    expect(await browser.post('/api/desk/sign-in/', used)).toEqual({ status: 403, json: NO_GOOD });
  });

  test.each([['https://evil.example'], ['null'], ['']])('refuses a page of %s', async (origin) => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const used = wren.passkey.use(await askOptions(browser));
    const response = await browser.call('POST', '/api/desk/sign-in/', used, { origin });
    expect(response).toEqual({ status: 403, json: { detail: 'Only a page of the desk may do that.' } });
    expect(await shop.deps.db.select().from(passkeyChallenges)).not.toEqual([]);
  });

  test('counts what is refused, and lets the owner of a passkey in all the same', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const tries = Array.from({ length: 61 }, () =>
      browser.post('/api/desk/sign-in/', wren.passkey.use({ challenge: 'x' })),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const used = wren.passkey.use(await askOptions(browser));
    expect((await browser.post('/api/desk/sign-in/', used)).status).toBe(200);
  });
});

describe('the challenges', () => {
  test('are limited for one network, because each is a row', async () => {
    const browser = openBrowser(shop);
    const asked = await Promise.all(Array.from({ length: 121 }, () => browser.post('/api/desk/sign-in/options/')));
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('and sessions and links that have expired are deleted', async () => {
    const wren = await joinWithPasskey(shop);
    await askOptions(openBrowser(shop));
    shop.setNow(new Date(TEST_NOW.getTime() + 13 * 60 * 60_000));
    await shop.handlers['clean-up-staff']?.work({});
    expect(await shop.deps.db.select().from(passkeyChallenges)).toEqual([]);
    expect(await shop.deps.db.select().from(staffSessions)).toEqual([]);
    expect(await shop.deps.db.select().from(passkeys).where(eq(passkeys.staffId, wren.staffId))).toHaveLength(1);
  });
});
