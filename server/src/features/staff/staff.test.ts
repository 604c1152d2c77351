import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { invite, joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { inviteFirstOwner } from './invitations/invite-first-owner.ts';
import { deskLog, passkeys, recoveryCodes, staff, staffSessions } from './table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
type Member = Awaited<ReturnType<typeof joinWithPasskey>>;
let hana: Member;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate throttles, staff, desk_log cascade`);
  hana = await joinWithPasskey(shop, ['owner'], 'Hana');
});

const CONFIRM = { detail: 'Please confirm with your passkey that it is you.', confirm: true };
const minutes = (count: number) => new Date(TEST_NOW.getTime() + count * 60_000);
const logOf = (staffId: number) =>
  shop.deps.db.select().from(deskLog).where(eq(deskLog.subjectId, staffId)).orderBy(deskLog.id);
const setRoles = (by: Member, id: number, roles: string[]) =>
  by.browser.call('PATCH', `/api/desk/staff/${id}/`, { roles });
const disable = (by: Member, id: number) => by.browser.post(`/api/desk/staff/${id}/disable/`);

describe('the list of staff', () => {
  test('shows who works here as what, who is invited, and on which devices they are', async () => {
    const wren = await invite(shop, ['florist'], 'Wren');
    const { json } = await hana.browser.get('/api/desk/staff/');
    expect(json.staff).toEqual([
      {
        id: hana.staffId,
        name: 'Hana',
        email: hana.email,
        roles: ['owner'],
        state: 'joined',
        invited_until: null,
        last_used_at: TEST_NOW.toISOString(),
        passkeys: 1,
        devices: [
          {
            id: expect.any(String),
            staff_id: hana.staffId,
            device: 'Firefox on Linux',
            opened_by: 'passkey',
            started_at: TEST_NOW.toISOString(),
            used_at: TEST_NOW.toISOString(),
            is_this: true,
          },
        ],
      },
      {
        id: wren.staffId,
        name: 'Wren',
        email: wren.email,
        roles: ['florist'],
        state: 'invited',
        invited_until: '2026-11-23T09:46:00.000Z',
        last_used_at: null,
        passkeys: 0,
        devices: [],
      },
    ]);
  });
});

describe('inviting somebody', () => {
  const send = (body: unknown, by = hana) => by.browser.post('/api/desk/staff/', body);
  const WREN = { name: 'Wren', email: 'Wren@Shop.example', roles: ['florist', 'driver'] };

  test('writes to them in the name of the owner, and is written down', async () => {
    const { status, json } = await send(WREN);
    expect([status, json.staff.at(-1)]).toEqual([
      201,
      expect.objectContaining({ ...WREN, email: 'Wren@shop.example', state: 'invited' }),
    ]);
    await shop.doJobs();
    const letter = shop.letters().findLast(({ to }) => to === 'Wren@shop.example');
    expect(letter?.text).toContain('Hana asks you to join the desk of Marigold Lane as florist and driver.');
    const shown = await openBrowser(shop).get(`/api/desk/invitations/${letter?.link.split('/').at(-1)}/`);
    expect(shown.json).toMatchObject({ roles: ['florist', 'driver'], invited_by: 'Hana' });
    expect(await logOf(json.staff.at(-1).id)).toMatchObject([
      { action: 'invite staff', who: 'Hana', staffId: hana.staffId, details: { roles: ['florist', 'driver'] } },
    ]);
  });

  test('needs a passkey within the last five minutes, and says so', async () => {
    shop.setNow(minutes(6));
    expect(await send(WREN)).toEqual({ status: 403, json: CONFIRM });
    expect(await shop.deps.db.select().from(staff)).toHaveLength(1);
  });

  test('is refused for somebody who works here, the owner too', async () => {
    expect(await send({ ...WREN, email: hana.email.toUpperCase() })).toEqual({
      status: 409,
      json: { detail: `${hana.email} works here already.` },
    });
  });

  test('says at each field what is wrong', async () => {
    expect(await send({ name: '', email: 'x', roles: [] })).toEqual({
      status: 400,
      json: {
        name: ['This field may not be blank.'],
        email: ['Enter a valid email address.'],
        roles: ['Choose at least one role.'],
      },
    });
    expect((await send({ ...WREN, roles: ['owner', 'owner'] })).json).toEqual({ roles: ['Choose each role once.'] });
    expect((await send({ ...WREN, roles: ['queen'] })).status).toBe(400);
  });

  test('again makes somebody who left the same person, with nothing of before', async () => {
    const wren = await joinWithPasskey(shop, ['florist'], 'Wren');
    await disable(hana, wren.staffId);
    const { json } = await send({ ...WREN, email: wren.email, roles: ['driver'] });
    expect(json.staff.at(-1)).toMatchObject({ id: wren.staffId, state: 'invited', roles: ['driver'], passkeys: 0 });
  });
});

describe('roles', () => {
  test('change at once, and before and after are written down', async () => {
    const wren = await joinWithPasskey(shop, ['driver'], 'Wren');
    expect((await wren.browser.get('/api/desk/staff/')).status).toBe(403);
    expect((await setRoles(hana, wren.staffId, ['owner', 'florist'])).status).toBe(200);
    expect((await wren.browser.get('/api/desk/staff/')).status).toBe(200);
    expect((await logOf(wren.staffId)).at(-1)).toMatchObject({
      action: 'change roles of staff',
      who: 'Hana',
      details: { before: ['driver'], after: ['owner', 'florist'] },
    });
  });

  test('are not one’s own to change, and need a passkey', async () => {
    expect(await setRoles(hana, hana.staffId, ['owner', 'driver'])).toEqual({
      status: 409,
      json: { detail: 'Your own roles are changed by another owner.' },
    });
    const wren = await joinWithPasskey(shop);
    shop.setNow(minutes(6));
    expect(await setRoles(hana, wren.staffId, ['owner'])).toEqual({ status: 403, json: CONFIRM });
    expect((await setRoles(hana, 999_999, ['owner'])).status).toBe(403);
  });

  test('leave an owner, even when two take the role from each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const robin = await joinWithPasskey(shop, ['owner'], 'Robin');
      const answers = await Promise.all([
        setRoles(hana, robin.staffId, ['florist']),
        setRoles(robin, hana.staffId, ['florist']),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const owners = await shop.deps.db
        .select()
        .from(staff)
        .where(and(sql`'owner' = any(${staff.roles})`));
      expect(owners).toHaveLength(1);
      if (owners[0]?.id === robin.staffId) hana = robin;
    }
  });
});

describe('disabling somebody', () => {
  test('ends every way in at once', async () => {
    const wren = await joinWithPasskey(shop, ['florist'], 'Wren');
    const codes = (await wren.browser.post('/api/desk/recovery-codes/')).json.codes;
    const { json } = await disable(hana, wren.staffId);
    expect(json.staff.at(-1)).toMatchObject({ id: wren.staffId, state: 'disabled', devices: [], passkeys: 0 });
    expect((await wren.browser.get('/api/desk/me/')).status).toBe(401);
    const options = (await wren.browser.post('/api/desk/sign-in/options/')).json;
    expect((await wren.browser.post('/api/desk/sign-in/', wren.passkey.use(options))).status).toBe(403);
    const byCode = await wren.browser.post('/api/desk/sign-in/by-code/', { email: wren.email, code: codes[0] });
    expect(byCode.status).toBe(403);
    for (const table of [passkeys, recoveryCodes, staffSessions])
      expect(await shop.deps.db.select().from(table).where(eq(table.staffId, wren.staffId))).toEqual([]);
    expect((await logOf(wren.staffId)).at(-1)).toMatchObject({ action: 'disable staff', staffId: hana.staffId });
  });

  test('twice is the same as once', async () => {
    const wren = await joinWithPasskey(shop);
    await disable(hana, wren.staffId);
    expect((await disable(hana, wren.staffId)).status).toBe(200);
    expect((await logOf(wren.staffId)).filter(({ action }) => action === 'disable staff')).toHaveLength(1);
  });

  test('takes an invitation back: it is gone from the list', async () => {
    const wren = await invite(shop);
    expect((await disable(hana, wren.staffId)).json.staff).toHaveLength(1);
    expect((await openBrowser(shop).get(`/api/desk/invitations/${wren.key}/`)).status).toBe(404);
  });

  test('is not done to oneself, to the last owner, or without a passkey', async () => {
    expect((await disable(hana, hana.staffId)).json).toEqual({ detail: 'Another owner has to do that.' });
    const wren = await joinWithPasskey(shop);
    shop.setNow(minutes(6));
    expect(await disable(hana, wren.staffId)).toEqual({ status: 403, json: CONFIRM });
  });

  test('lets nobody slip in who signs in at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const wren = await joinWithPasskey(shop);
      const browser = openBrowser(shop);
      const options = (await browser.post('/api/desk/sign-in/options/')).json;
      await Promise.all([browser.post('/api/desk/sign-in/', wren.passkey.use(options)), disable(hana, wren.staffId)]);
      expect((await browser.get('/api/desk/me/')).status).toBe(401);
    }
  });
});

describe('the first owner', () => {
  const empty = () => shop.deps.db.execute(sql`truncate staff, desk_log cascade`);

  test('is the shop’s own address, invited once where letters are pretended', async () => {
    await empty();
    const answers = await Promise.all([inviteFirstOwner(shop.deps), inviteFirstOwner(shop.deps)]);
    expect(answers).toEqual(Array(2).fill({ state: 'invited', email: 'hello@marigoldlane.example' }));
    expect(await shop.deps.db.select().from(staff)).toMatchObject([{ roles: ['owner'], invitedById: null }]);
    await shop.doJobs();
    expect(shop.letters().filter(({ to }) => to === 'hello@marigoldlane.example')).toHaveLength(1);
  });

  test('is invited again when the invitation is over, and not when somebody has joined', async () => {
    expect(await inviteFirstOwner(shop.deps)).toEqual({ state: 'joined' });
    await empty();
    await inviteFirstOwner(shop.deps);
    shop.setNow(minutes(8 * 24 * 60));
    expect(await inviteFirstOwner(shop.deps)).toMatchObject({ state: 'invited' });
    expect(await shop.deps.db.select().from(staff)).toHaveLength(1);
  });

  test('is invited from the command line where letters are real', async () => {
    await empty();
    const config = { ...shop.deps.config, smtpUrl: 'smtp://mail.example' };
    expect(await inviteFirstOwner({ ...shop.deps, config })).toEqual({ state: 'nobody' });
    expect(await shop.deps.db.select().from(staff)).toEqual([]);
  });

  test('has the address of a mailbox that is written with a name', async () => {
    await empty();
    const config = { ...shop.deps.config, shopEmail: 'The shop <owner@shop.example>' };
    expect(await inviteFirstOwner({ ...shop.deps, config })).toEqual({ state: 'invited', email: 'owner@shop.example' });
  });
});
