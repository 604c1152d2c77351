import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { invite, joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { createPasskey } from '#server/testing/passkey.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { deskLog, recoveryCodes } from './table.ts';

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

type Member = Awaited<ReturnType<typeof joinWithPasskey>>;

const CONFIRM = { status: 403, json: { detail: 'Please confirm with your passkey that it is you.', confirm: true } };
const minutes = (count: number) => new Date(TEST_NOW.getTime() + count * 60_000);

async function confirm({ browser }: Pick<Member, 'browser'>, passkey: Member['passkey']) {
  const options = (await browser.post('/api/desk/confirm/options/')).json;
  return browser.post('/api/desk/confirm/', passkey.use(options));
}

/** Somebody signed in by a link in a browser that has no passkey yet. */
async function comeByLink({ email }: Pick<Member, 'email'>) {
  const browser = openBrowser(shop);
  await browser.post('/api/desk/sign-in/link/', { email });
  await shop.doJobs();
  const letter = shop.letters().findLast(({ to, link }) => to === email && link.includes('/desk/link/'));
  const signedIn = await browser.post('/api/desk/sign-in/by-link/', { key: letter?.link.split('/').at(-1) });
  expect(signedIn.status).toBe(200);
  return browser;
}

const lettersTo = async (email: string) => {
  await shop.doJobs();
  return shop.letters().flatMap(({ to, subject }) => (to === email ? [subject] : []));
};

describe('confirming with a passkey', () => {
  const makeCodes = ({ browser }: Pick<Member, 'browser'>) => browser.post('/api/desk/recovery-codes/');

  test('is needed five minutes after signing in, and holds for five minutes', async () => {
    const wren = await joinWithPasskey(shop);
    expect((await makeCodes(wren)).status).toBe(201);
    shop.setNow(minutes(5.1));
    expect(await makeCodes(wren)).toEqual(CONFIRM);
    expect(await confirm(wren, wren.passkey)).toEqual({ status: 204, json: undefined });
    expect((await makeCodes(wren)).status).toBe(201);
    shop.setNow(minutes(10.3));
    expect(await makeCodes(wren)).toEqual(CONFIRM);
  });

  test('names the own passkeys only', async () => {
    const wren = await joinWithPasskey(shop);
    await joinWithPasskey(shop);
    const { json } = await wren.browser.post('/api/desk/confirm/options/');
    expect(json.allowCredentials).toEqual([{ id: wren.passkey.id, type: 'public-key', transports: ['internal'] }]);
    expect(json.userVerification).toBe('required');
  });

  test('is refused with a passkey of somebody else, and with what was signed to sign in', async () => {
    const [wren, robin] = [await joinWithPasskey(shop), await joinWithPasskey(shop)];
    shop.setNow(minutes(6));
    expect((await confirm(wren, robin.passkey)).status).toBe(403);
    const options = (await wren.browser.post('/api/desk/sign-in/options/')).json;
    expect((await wren.browser.post('/api/desk/confirm/', wren.passkey.use(options))).status).toBe(403);
    expect(await makeCodes(wren)).toEqual(CONFIRM);
  });

  test('confirms this session and no other of the same person', async () => {
    const wren = await joinWithPasskey(shop);
    const other = openBrowser(shop);
    const options = (await other.post('/api/desk/sign-in/options/')).json;
    await other.post('/api/desk/sign-in/', wren.passkey.use(options));
    shop.setNow(minutes(6));
    await confirm(wren, wren.passkey);
    expect(await makeCodes({ browser: other })).toEqual(CONFIRM);
  });

  test('cannot be asked of somebody who has no passkey', async () => {
    const browser = await comeByLink(await invite(shop));
    expect(await browser.post('/api/desk/confirm/options/')).toEqual({
      status: 409,
      json: { detail: 'You have no passkey yet. Add one first, under Your devices.' },
    });
    expect(await makeCodes({ browser })).toEqual(CONFIRM);
  });
});

describe('a passkey', () => {
  const add = async ({ browser }: Pick<Member, 'browser'>, passkey = createPasskey()) => {
    const options = await browser.post('/api/desk/passkeys/options/');
    if (options.status !== 200) return options;
    return browser.post('/api/desk/passkeys/', passkey.make(options.json));
  };

  test('is added at once after signing in by a link, and opens the desk from then on', async () => {
    const wren = await invite(shop);
    const browser = await comeByLink(wren);
    const passkey = createPasskey();
    expect(await add({ browser }, passkey)).toEqual({ status: 204, json: undefined });
    expect((await browser.get('/api/desk/me/')).json).toMatchObject({ has_passkey: true });
    const tablet = openBrowser(shop);
    const options = (await tablet.post('/api/desk/sign-in/options/')).json;
    expect((await tablet.post('/api/desk/sign-in/', passkey.use(options))).json).toMatchObject({ email: wren.email });
    expect(await lettersTo(wren.email)).toContain('A passkey was added at the desk');
  });

  test('is not added in a session that was left open', async () => {
    const wren = await joinWithPasskey(shop);
    const browser = await comeByLink(wren);
    shop.setNow(minutes(16));
    expect(await add({ browser })).toEqual(CONFIRM);
    expect(await add(wren)).toEqual(CONFIRM);
    await confirm(wren, wren.passkey);
    expect((await add(wren)).status).toBe(204);
  });

  test('is not added with options that somebody else was given', async () => {
    const [wren, robin] = [await joinWithPasskey(shop), await joinWithPasskey(shop)];
    const options = (await robin.browser.post('/api/desk/passkeys/options/')).json;
    expect((await wren.browser.post('/api/desk/passkeys/', createPasskey().make(options))).status).toBe(403);
  });

  test('is not made twice on one device: the options name those there are', async () => {
    const wren = await joinWithPasskey(shop);
    const { json } = await wren.browser.post('/api/desk/passkeys/options/');
    expect(json.excludeCredentials).toEqual([{ id: wren.passkey.id, type: 'public-key' }]);
  });

  test('opens nothing once it is removed; another’s cannot be removed', async () => {
    const [wren, robin] = [await joinWithPasskey(shop), await joinWithPasskey(shop)];
    const remove = (member: Member, id: string) => member.browser.call('DELETE', `/api/desk/passkeys/${id}/`);
    expect(await remove(wren, robin.passkey.id)).toEqual({ status: 404, json: { detail: 'Not found.' } });
    expect((await remove(wren, wren.passkey.id)).status).toBe(204);
    const options = (await wren.browser.post('/api/desk/sign-in/options/')).json;
    expect((await wren.browser.post('/api/desk/sign-in/', wren.passkey.use(options))).status).toBe(403);
    expect(await lettersTo(wren.email)).toContain('A passkey was removed at the desk');
    shop.setNow(minutes(6));
    expect(await remove(robin, robin.passkey.id)).toEqual(CONFIRM);
  });
});

describe('recovery codes', () => {
  const make = async ({ browser }: Pick<Member, 'browser'>): Promise<string[]> =>
    (await browser.post('/api/desk/recovery-codes/')).json.codes;
  const use = (email: string, code: string | undefined) =>
    openBrowser(shop).post('/api/desk/sign-in/by-code/', { email, code });
  const NO_GOOD = {
    status: 403,
    json: { detail: 'That address and code do not open the desk. Each code works once.' },
  };

  test('are ten, each opens the desk once, however it is typed', async () => {
    const wren = await joinWithPasskey(shop);
    const codes = await make(wren);
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){3}$/);
    const typed = ` ${codes[0]?.toLowerCase().replaceAll('-', ' ')} `;
    expect((await use(wren.email.toUpperCase(), typed)).json).toMatchObject({
      id: wren.staffId,
      opened_by: 'recovery code',
    });
    expect(await use(wren.email, codes[0])).toEqual(NO_GOOD);
    expect((await use(wren.email, codes[1])).status).toBe(200);
    expect((await wren.browser.get('/api/desk/devices/')).json.recovery_codes).toBe(8);
    expect(await lettersTo(wren.email)).toContain('A recovery code opened the desk');
  });

  test('are stored as hashes only', async () => {
    const wren = await joinWithPasskey(shop);
    const [code = ''] = await make(wren);
    const rows = await shop.deps.db.select().from(recoveryCodes).where(eq(recoveryCodes.staffId, wren.staffId));
    expect(JSON.stringify(rows.map(({ hash }) => hash.toString('latin1')))).not.toContain(code.slice(0, 4));
  });

  test('end when others are made', async () => {
    const wren = await joinWithPasskey(shop);
    const [former] = await make(wren);
    const [code] = await make(wren);
    expect(await use(wren.email, former)).toEqual(NO_GOOD);
    expect((await use(wren.email, code)).status).toBe(200);
  });

  test('open nothing for somebody else, for nobody, or after one was disabled', async () => {
    const [wren, robin] = [await joinWithPasskey(shop), await joinWithPasskey(shop)];
    const [code] = await make(wren);
    expect(await use(robin.email, code)).toEqual(NO_GOOD);
    expect(await use('nobody@shop.example', code)).toEqual(NO_GOOD);
    expect((await use('', code)).status).toBe(400);
  });

  test('let one in of ten who use the same at once', async () => {
    const wren = await joinWithPasskey(shop);
    const [code] = await make(wren);
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(wren.email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('are not guessed: failures are counted, and a good code is taken all the same', async () => {
    const wren = await joinWithPasskey(shop);
    const [code] = await make(wren);
    const tries = await Promise.all(Array.from({ length: 11 }, (_, number) => use(wren.email, `guess ${number}`)));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await use(wren.email, code)).status).toBe(200);
  });
});

describe('devices', () => {
  test('are the own sessions with how they were opened, the passkeys, and the codes that are left', async () => {
    const wren = await joinWithPasskey(shop);
    const phone = await comeByLink(wren);
    const { json } = await wren.browser.get('/api/desk/devices/');
    expect(json).toEqual({
      devices: expect.arrayContaining([
        expect.objectContaining({
          staff_id: wren.staffId,
          opened_by: 'passkey',
          is_this: true,
          device: 'Firefox on Linux',
        }),
        expect.objectContaining({ staff_id: wren.staffId, opened_by: 'link', is_this: false }),
      ]),
      passkeys: [
        {
          id: wren.passkey.id,
          device: 'Firefox on Linux',
          is_backed_up: false,
          created_at: TEST_NOW.toISOString(),
          used_at: null,
        },
      ],
      recovery_codes: 0,
    });
    expect(json.devices).toHaveLength(2);
    const { id } = json.devices.find((device: { opened_by: string }) => device.opened_by === 'link');
    expect((await wren.browser.call('DELETE', `/api/desk/devices/${id}/`)).status).toBe(204);
    expect((await phone.get('/api/desk/me/')).status).toBe(401);
    expect((await wren.browser.call('DELETE', `/api/desk/devices/${id}/`)).status).toBe(404);
  });

  test('of somebody else are signed out by an owner and by nobody else, and it is written down', async () => {
    const wren = await joinWithPasskey(shop);
    const florist = await joinWithPasskey(shop, ['florist']);
    const owner = await joinWithPasskey(shop, ['owner'], 'Hana');
    const [device] = (await wren.browser.get('/api/desk/devices/')).json.devices;
    const path = `/api/desk/devices/${device.id}/`;
    expect((await florist.browser.call('DELETE', path)).status).toBe(404);
    expect((await wren.browser.get('/api/desk/me/')).status).toBe(200);
    expect((await owner.browser.call('DELETE', path)).status).toBe(204);
    expect((await wren.browser.get('/api/desk/me/')).status).toBe(401);
    const log = await shop.deps.db.select().from(deskLog).where(eq(deskLog.action, 'sign out device'));
    expect(log.at(-1)).toMatchObject({ staffId: owner.staffId, who: 'Hana', subjectId: wren.staffId });
  });
});
