import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { invite, joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { staff } from '../table.ts';

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

type Browser = ReturnType<typeof openBrowser>;

const SAME = {
  status: 200,
  json: {
    detail:
      'If that address is one of ours, a link goes to it. Open it in this browser. If none comes, others have asked for too many today: use a browser that was signed in before, or a recovery code.',
  },
};
const USED = { status: 404, json: { detail: 'This link has been used or is too old. Ask for another one.' } };
const ask = (browser: Browser, email: string) => browser.post('/api/desk/sign-in/link/', { email });
const use = (browser: Browser, key: string | undefined) => browser.post('/api/desk/sign-in/by-link/', { key });

/** The key of the newest link that went to an address; undefined if none did since that many letters. */
async function keyTo(email: string, since = 0): Promise<string | undefined> {
  await shop.doJobs();
  const letter = shop
    .letters()
    .slice(since)
    .findLast(({ to, link }) => to === email && link.includes('/desk/link/'));
  return letter?.link.split('/').at(-1);
}

describe('a link by letter', () => {
  test('opens the desk once, in the browser that asked for it', async () => {
    const { email, staffId } = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    expect(await ask(browser, email.toUpperCase())).toEqual(SAME);
    const key = await keyTo(email);
    const response = await use(browser, key);
    expect(response.json).toMatchObject({ id: staffId, opened_by: 'link', has_passkey: true });
    expect((await browser.get('/api/desk/me/')).status).toBe(200);
    expect(await use(browser, key)).toEqual(USED);
  });

  test('lets one in of ten who use it at once', async () => {
    const { email } = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    await ask(browser, email);
    const key = await keyTo(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(browser, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('opens nothing in another browser, and stays good in its own', async () => {
    const { email } = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    await ask(browser, email);
    const key = await keyTo(email);
    expect(await use(openBrowser(shop), key)).toEqual({
      status: 403,
      json: { detail: 'This link opens the desk only in the browser that asked for it. Ask for another one here.' },
    });
    expect((await use(browser, key)).status).toBe(200);
  });

  test('is over after fifteen minutes, and when another was asked for', async () => {
    const { email } = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    await ask(browser, email);
    const first = await keyTo(email);
    shop.setNow(new Date(TEST_NOW.getTime() + 15 * 60_000));
    expect(await use(browser, first)).toEqual(USED);
    shop.setNow(TEST_NOW);
    await ask(browser, email);
    expect(await keyTo(email)).not.toBe(first);
    expect(await use(browser, first)).toEqual(USED);
  });

  test('is answered the same and not sent to somebody who does not work here', async () => {
    const stranger = await registerSomeone(shop);
    const disabled = await joinWithPasskey(shop);
    await shop.deps.db.update(staff).set({ disabledAt: TEST_NOW }).where(eq(staff.id, disabled.staffId));
    const late = await invite(shop);
    shop.setNow(new Date(TEST_NOW.getTime() + 8 * 24 * 60 * 60_000));
    await shop.doJobs();
    const before = shop.letters().length;
    for (const email of [stranger.user.email, disabled.email, late.email, 'nobody@shop.example']) {
      expect(await ask(openBrowser(shop), email)).toEqual(SAME);
      expect(await keyTo(email, before)).toBeUndefined();
    }
  });

  test('is asked for in a browser that was signed in before, whoever else asks in its network', async () => {
    const { browser, email } = await joinWithPasskey(shop);
    for (let asks = 0; asks < 4; asks += 1) await ask(openBrowser(shop), email);
    for (let asks = 0; asks < 30; asks += 1) await ask(openBrowser(shop), `nobody${asks}@shop.example`);
    expect((await ask(openBrowser(shop), email)).status).toBe(429);
    await shop.doJobs();
    const before = shop.letters().length;
    expect(await ask(browser, email)).toEqual(SAME);
    expect(await keyTo(email, before)).toBeDefined();
    for (let asks = 0; asks < 2; asks += 1) await ask(browser, email);
    expect((await ask(browser, email)).status).toBe(429);
  });

  test('goes to somebody whose invitation is still good', async () => {
    const { email } = await invite(shop);
    const browser = openBrowser(shop);
    await ask(browser, email);
    expect((await use(browser, await keyTo(email))).json).toMatchObject({ email, opened_by: 'link' });
  });

  test('opens nothing for somebody who was disabled since', async () => {
    const { email, staffId } = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    await ask(browser, email);
    const key = await keyTo(email);
    await shop.deps.db.update(staff).set({ disabledAt: TEST_NOW }).where(eq(staff.id, staffId));
    expect((await use(browser, key)).status).toBe(403);
  });

  test('is not an invitation, and an invitation is no link', async () => {
    const { key } = await invite(shop);
    expect(await use(openBrowser(shop), key)).toEqual(USED);
  });

  test('is limited for one address and network', async () => {
    const { email } = await joinWithPasskey(shop);
    const browser = openBrowser(shop);
    const statuses: number[] = [];
    for (let times = 0; times < 4; times++) statuses.push((await ask(browser, email)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  describe('of an owner whom strangers ask links for', () => {
    const askOften = async (email: string, networks: number) => {
      for (let number = 1; number <= networks; number++)
        for (let times = 0; times < 3; times++)
          expect(await ask(openBrowser(shop, { network: `203.0.113.${number}` }), email)).toEqual(SAME);
      await shop.doJobs();
    };

    test('comes where the owner has signed in before, from however many networks they ask', async () => {
      const { email, browser } = await joinWithPasskey(shop, ['owner'], 'Hana');
      await askOften(email, 30);
      const before = shop.letters().length;
      // The same device elsewhere, and another one at the same place.
      const elsewhere = openBrowser(shop, { network: '198.51.100.7' });
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      for (const own of [elsewhere, openBrowser(shop)]) {
        const since = shop.letters().length;
        expect(await ask(own, email)).toEqual(SAME);
        expect((await use(own, await keyTo(email, since))).json).toMatchObject({ email });
      }
      expect(shop.letters().length).toBe(before + 2);
    });

    test('comes at a new place, too, beside seven networks that ask three times each', async () => {
      const { email } = await joinWithPasskey(shop, ['owner'], 'Hana');
      const since = shop.letters().length;
      await askOften(email, 7);
      expect(shop.letters().length).toBeLessThanOrEqual(since + 16);
      const own = openBrowser(shop, { network: '198.51.100.7' });
      const before = shop.letters().length;
      expect(await ask(own, email)).toEqual(SAME);
      expect((await use(own, await keyTo(email, before))).status).toBe(200);
    });
  });

  test('says at the field what is wrong with an address', async () => {
    expect(await ask(openBrowser(shop), 'wren')).toEqual({
      status: 400,
      json: { email: ['Enter a valid email address.'] },
    });
  });
});
