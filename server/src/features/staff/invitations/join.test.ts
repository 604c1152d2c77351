import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { invite, openBrowser } from '#server/testing/desk-browser.ts';
import { createPasskey } from '#server/testing/passkey.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { deskLog, passkeys, staff } from '../table.ts';

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

const OVER = {
  status: 404,
  json: { detail: 'This invitation has been used or taken back, or it is too old. Ask for another one.' },
};
const DAY = 24 * 60 * 60_000;
const at = (key: string, rest = '') => `/api/desk/invitations/${key}/${rest}`;
const ask = async (browser: ReturnType<typeof openBrowser>, key: string) =>
  (await browser.post(at(key, 'options/'), { name: 'Wren' })).json;

describe('an invitation', () => {
  test('says who is invited as what, and until when', async () => {
    const { key, email } = await invite(shop, ['florist', 'driver']);
    expect(await openBrowser(shop).get(at(key))).toEqual({
      status: 200,
      json: { name: 'Wren', email, roles: ['florist', 'driver'], invited_by: null, until: '2026-11-23T09:46:00.000Z' },
    });
  });

  test('comes by letter, with its link', async () => {
    const { key, email } = await invite(shop);
    await shop.doJobs();
    const letter = shop.letters().find(({ to }) => to === email);
    expect(letter?.link).toBe(`https://shop.example/desk/invitation/${key}`);
    expect(letter?.text).toContain('as florist');
  });

  test('makes somebody a member with a passkey, under the name of their choice', async () => {
    const { key, email, staffId } = await invite(shop);
    const browser = openBrowser(shop);
    const options = await ask(browser, key);
    expect(options).toMatchObject({
      rp: { id: 'shop.example', name: 'Marigold Lane desk' },
      user: { name: email, displayName: 'Wren' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const passkey = createPasskey().make(options);
    const joined = await browser.post(at(key, 'join/'), { name: 'Wren Adeyemi', passkey });
    const me = {
      id: staffId,
      name: 'Wren Adeyemi',
      email,
      roles: ['florist'],
      has_passkey: true,
      opened_by: 'passkey',
    };
    expect(joined).toEqual({ status: 200, json: me });
    expect(await browser.get('/api/desk/me/')).toEqual({ status: 200, json: me });
    const log = await shop.deps.db.select().from(deskLog).where(eq(deskLog.staffId, staffId));
    expect(log.map(({ action, who, subjectId }) => [action, who, subjectId])).toEqual([
      ['join staff', 'Wren Adeyemi', staffId],
    ]);
  });

  test('is used up by joining', async () => {
    const { key } = await invite(shop);
    const browser = openBrowser(shop);
    await browser.post(at(key, 'join/'), { name: 'Wren', passkey: createPasskey().make(await ask(browser, key)) });
    expect(await browser.get(at(key))).toEqual(OVER);
    expect(await browser.post(at(key, 'options/'), { name: 'Wren' })).toEqual(OVER);
    expect(await browser.post(at(key, 'link/'), { name: 'Wren' })).toEqual(OVER);
  });

  test('lets one in of two who use it at once', async () => {
    const { key, staffId } = await invite(shop);
    const join = async () => {
      const browser = openBrowser(shop);
      const passkey = createPasskey().make(await ask(browser, key));
      return () => browser.post(at(key, 'join/'), { name: 'Wren', passkey });
    };
    const both = [await join(), await join()];
    const statuses = (await Promise.all(both.map((send) => send()))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404]);
    expect(await shop.deps.db.select().from(passkeys).where(eq(passkeys.staffId, staffId))).toHaveLength(1);
  });

  test('is over after seven days, when another was sent, and when it was taken back', async () => {
    const { key, email, staffId } = await invite(shop);
    const browser = openBrowser(shop);
    shop.setNow(new Date(TEST_NOW.getTime() + 7 * DAY));
    expect(await browser.get(at(key))).toEqual(OVER);
    shop.setNow(TEST_NOW);
    await shop.deps.db.update(staff).set({ disabledAt: TEST_NOW }).where(eq(staff.id, staffId));
    expect(await browser.get(at(key))).toEqual(OVER);
    const { inviteStaff } = await import('./invite-staff.ts');
    const again = { name: 'Wren', email: email.toUpperCase(), roles: ['driver'] as ['driver'] };
    await shop.deps.db.transaction((tx) => inviteStaff(tx, again, { at: TEST_NOW }));
    expect(await browser.get(at(key))).toEqual(OVER);
  });

  test('is not guessed: tries that are no good are counted', async () => {
    const browser = openBrowser(shop);
    const tries = await Promise.all(Array.from({ length: 61 }, (_, number) => browser.get(at(`guess-${number}`))));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
    const { key } = await invite(shop);
    expect((await browser.get(at(key))).status).toBe(200);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a person whom the device did not verify', { isUnverified: true }],
    ['a proof of its maker that would have us call strangers', { format: 'apple' }],
    ['the use of a passkey instead of its making', { type: 'webauthn.get' }],
  ])('takes no passkey with %s', async (_, changes) => {
    const { key } = await invite(shop);
    const browser = openBrowser(shop);
    const passkey = createPasskey().make(await ask(browser, key), changes);
    expect(await browser.post(at(key, 'join/'), { name: 'Wren', passkey })).toEqual({
      status: 403,
      json: { detail: 'This passkey could not be checked. Please try again.' },
    });
    expect((await browser.get('/api/desk/me/')).status).toBe(401);
  });

  test('takes no passkey that was made for another invitation, or in another browser', async () => {
    const [wren, robin] = [await invite(shop), await invite(shop)];
    const browser = openBrowser(shop);
    const others = createPasskey().make(await ask(browser, robin.key));
    expect((await browser.post(at(wren.key, 'join/'), { name: 'Wren', passkey: others })).status).toBe(403);
    const elsewhere = createPasskey().make(await ask(openBrowser(shop), wren.key));
    expect((await browser.post(at(wren.key, 'join/'), { name: 'Wren', passkey: elsewhere })).status).toBe(403);
  });

  test('takes no passkey that somebody else has already', async () => {
    const [wren, robin] = [await invite(shop), await invite(shop)];
    const browser = openBrowser(shop);
    const device = createPasskey();
    const join = async (key: string) =>
      browser.post(at(key, 'join/'), { name: 'Wren', passkey: device.make(await ask(browser, key)) });
    expect((await join(wren.key)).status).toBe(200);
    expect(await join(robin.key)).toEqual({ status: 409, json: { detail: 'This passkey is known here already.' } });
    expect((await browser.get(at(robin.key))).status).toBe(200);
  });

  test('says at the field what is wrong with a name', async () => {
    const { key } = await invite(shop);
    expect(await openBrowser(shop).post(at(key, 'options/'), { name: ' ' })).toEqual({
      status: 400,
      json: { name: ['This field may not be blank.'] },
    });
  });
});

describe('joining by a link instead', () => {
  test('writes to the address that was invited, and the link lets in', async () => {
    const { key, email } = await invite(shop);
    const browser = openBrowser(shop);
    expect(await browser.post(at(key, 'link/'), { name: 'Wren Adeyemi' })).toEqual({
      status: 200,
      json: { detail: `A link is on its way to ${email}. Open it in this browser.` },
    });
    await shop.doJobs();
    const letter = shop.letters().findLast(({ to }) => to === email);
    const linkKey = letter?.link.replace('https://shop.example/desk/link/', '');
    const joined = await browser.post('/api/desk/sign-in/by-link/', { key: linkKey });
    expect(joined.json).toMatchObject({ name: 'Wren Adeyemi', has_passkey: false, opened_by: 'link' });
    expect(await browser.get(at(key))).toEqual(OVER);
  });
});
