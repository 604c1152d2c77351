import { userInfo } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { deskLog, staff } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { runAtDesk } from '#server/testing/run-at-desk.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import type { Desk } from './desk.ts';
import { inviteAtDesk } from './staff-desk.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let desk: Desk;

beforeAll(async () => {
  shop = await openTestShop();
  desk = { ...shop.deps, by: onCommandLine('rose'), print: () => {} };
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate staff, desk_log, throttles cascade`);
});

const wren = { name: 'Wren', role: 'owner, florist' };
const log = async () =>
  (await shop.deps.db.select().from(deskLog).orderBy(deskLog.id)).map(({ who, staffId, action }) => [
    who,
    staffId,
    action,
  ]);

const run = (...args: string[]) => runAtDesk(shop, args);

describe('staff invite', () => {
  test('prints the link alone on its last line, and the same link goes by letter', async () => {
    const args = ['staff', 'invite', 'wren@shop.example', '--name', 'Wren', '--role', 'owner,florist'];
    const { code, out, err } = await run(...args);
    expect([code, err]).toEqual([0, '']);
    const link = out.split('\n').at(-1) ?? '';
    expect(link).toMatch(/^https:\/\/shop\.example\/desk\/invitation\/[\w-]{43}$/);
    expect(await shop.deps.db.select().from(staff)).toMatchObject([{ name: 'Wren', roles: ['owner', 'florist'] }]);
    const key = link.split('/').at(-1);
    expect((await openBrowser(shop).get(`/api/desk/invitations/${key}/`)).status).toBe(200);
    await shop.doJobs();
    expect(shop.letters().at(-1)).toMatchObject({ to: 'wren@shop.example', link });
    expect(await log()).toEqual([[userInfo().username, null, 'invite staff']]);
  });

  test.each([
    ['wren', wren, 'EMAIL: Enter a valid email address.'],
    ['wren@shop.example', { role: 'owner' }, '--name: This field is required.'],
    ['wren@shop.example', { name: 'Wren' }, '--role: Choose at least one role.'],
    ['wren@shop.example', { name: 'Wren', role: 'queen' }, '--role: Choose owner, florist or driver.'],
  ])('of %s with %j is refused in words', async (email, options, words) => {
    await expect(inviteAtDesk(desk, email, options)).rejects.toThrow(words);
    expect(await shop.deps.db.select().from(staff)).toEqual([]);
  });

  test('of somebody who works here is refused', async () => {
    const { email } = await joinWithPasskey(shop);
    await expect(inviteAtDesk(desk, email, wren)).rejects.toThrow(`${email} works here already.`);
  });
});

test('staff list says who works here, as what, and who is invited', async () => {
  expect((await run('staff', 'list')).out).toBe('There is none.');
  const { email } = await joinWithPasskey(shop, ['florist', 'driver'], 'Robin');
  await inviteAtDesk(desk, 'wren@shop.example', wren);
  const { out } = await run('staff', 'list');
  expect(out).toMatch(new RegExp(`Robin +${email} +florist, driver +joined +1`));
  expect(out).toMatch(/Wren +wren@shop\.example +owner, florist +invited +0 +Monday 23 November at 09:46/);
});

test('staff disable ends every way in, once; the last owner stays', async () => {
  const owner = await joinWithPasskey(shop, ['owner'], 'Hana');
  const florist = await joinWithPasskey(shop, ['florist'], 'Robin');
  const disable = (id: number) => run('staff', 'disable', String(id));
  expect(await disable(florist.staffId)).toMatchObject({ code: 0, out: expect.stringMatching(/Robin .+ disabled/) });
  await disable(florist.staffId);
  expect((await florist.browser.get('/api/desk/me/')).status).toBe(401);
  expect(await disable(owner.staffId)).toMatchObject({ code: 1, err: 'Somebody has to be the owner.' });
  expect(await disable(999_999)).toMatchObject({ code: 1, err: 'There is no such id 999999.' });
  expect((await log()).filter(([, , action]) => action === 'disable staff')).toEqual([
    [userInfo().username, null, 'disable staff'],
  ]);
});
