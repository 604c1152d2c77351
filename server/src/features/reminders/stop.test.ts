import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSmtpTransport } from '#server/platform/mail/send/smtp-transport.ts';
import { addReminderFor, fillReminder, registerConfirmed } from '#server/testing/reminders.ts';
import { openTestMailServer } from '#server/testing/servers/test-mail-server.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { type Stopped, stopToken } from './stop-token.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const list = async (token: string) => (await shop.call('GET', '/api/user/profile/reminders/', { token })).json();
const pathOf = (stopped: Stopped) => `/reminders/stop/${stopToken(shop.deps.secrets, stopped)}`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

async function twoReminders() {
  const someone = await registerConfirmed(shop);
  const first = await addReminderFor(shop, someone);
  const second = await addReminderFor(shop, someone, { who: 'Ben' });
  const stopped = async () =>
    (await list(someone.access)).filter(({ stopped_at }: { stopped_at: string | null }) => stopped_at).length;
  const userId = someone.user.id;
  return { someone, first: { ...first, userId }, second: { ...second, userId }, stopped };
}

test.each([
  ['a form', FORM, ONE_CLICK],
  [
    'a form of several parts',
    { 'content-type': 'multipart/form-data; boundary=x' },
    `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`,
  ],
  ['plain text', { 'content-type': 'text/plain' }, 'List-Unsubscribe=One-Click'],
  ['nothing', {}, undefined],
])('a mail program stops it with %s, without a session, as often as it likes', async (_what, headers, body) => {
  const { first, stopped } = await twoReminders();
  for (const _ of [1, 2]) {
    const response = await shop.call('POST', pathOf(first), { headers, body });
    expect([response.status, response.json()]).toEqual([200, { detail: 'This reminder is stopped.' }]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await stopped()).toBe(1);
  }
});

test('one that was removed is answered alike', async () => {
  const { someone, first } = await twoReminders();
  await shop.call('DELETE', `/api/user/profile/reminders/${first.id}/`, { token: someone.access });
  expect((await shop.call('POST', pathOf(first), { headers: FORM, body: ONE_CLICK })).status).toBe(200);
});

test('all of a person can be stopped at once, and nobody else’s', async () => {
  const one = await twoReminders();
  const other = await twoReminders();
  const response = await shop.call('POST', `${pathOf(one.first)}?all=true`, { headers: FORM, body: ONE_CLICK });
  expect([response.status, response.json()]).toEqual([200, { detail: 'All of your reminders are stopped.' }]);
  expect([await one.stopped(), await other.stopped()]).toEqual([2, 0]);
});

test('all of a person are stopped by the letter of one that is gone', async () => {
  const { someone, first, stopped } = await twoReminders();
  await shop.call('DELETE', `/api/user/profile/reminders/${first.id}/`, { token: someone.access });
  await shop.call('POST', `${pathOf(first)}?all=true`, { headers: FORM, body: ONE_CLICK });
  expect(await stopped()).toBe(1);
});

test('a token that the shop did not write stops nothing, and says what to do', async () => {
  const { first, second, stopped } = await twoReminders();
  const whole = stopToken(shop.deps.secrets, first);
  const ofAnother = `${second.id}${whole.slice(whole.indexOf('-'))}`;
  for (const token of [whole.slice(0, -1), `${whole.slice(0, -1)}x`, ofAnother, 'x', '99999999999-ab', `0${whole}`]) {
    const response = await shop.call('POST', `/reminders/stop/${token}`, { headers: FORM, body: ONE_CLICK });
    expect([response.status, response.json().detail]).toEqual([404, expect.stringMatching(/^This link is not whole/)]);
  }
  expect(await stopped()).toBe(0);
});

test('opening the link stops nothing', async () => {
  const { first, stopped } = await twoReminders();
  for (const method of ['GET', 'HEAD'] as const) await shop.call(method, pathOf(first));
  expect(await stopped()).toBe(0);
});

test('whoever saves a stopped one agrees anew, and it goes on', async () => {
  const { someone, first, stopped } = await twoReminders();
  await shop.call('POST', pathOf(first));
  expect((await list(someone.access)).at(-1)).toMatchObject({ id: first.id, date: null, letter_on: null });
  const path = `/api/user/profile/reminders/${first.id}/`;
  const saved = await shop.call('PUT', path, { token: someone.access, body: fillReminder() });
  expect(saved.json()).toMatchObject({ stopped_at: null, date: '2026-12-17' });
  expect(await stopped()).toBe(0);
});

test('the letter carries the link for mail programs in its headers, through a mail server', async () => {
  const server = await openTestMailServer();
  const sender = { mailFrom: 'Marigold Lane <hello@marigoldlane.example>', publicUrl: 'https://shop.example' };
  const mailing = await openTestShop({ transport: createSmtpTransport({ ...sender, smtpUrl: server.url }) });
  try {
    const someone = await registerConfirmed(mailing);
    await mailing.doJobs();
    expect(server.received[0]?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
    const { id } = await addReminderFor(mailing, someone);
    mailing.setNow(new Date('2026-12-07T08:05:00Z'));
    await mailing.handlers['send-reminders']?.work({});
    await mailing.doJobs();
    const email = server.received.at(-1);
    const link = `https://shop.example/reminders/stop/${stopToken(mailing.deps.secrets, { id, userId: someone.user.id })}`;
    const headerOf = (name: string) => email?.headers.find(({ key }) => key === name)?.value;
    expect(headerOf('list-unsubscribe')).toBe(`<${link}>`);
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(email?.text).toContain(link);
    expect(email?.html).toContain(`href="${link}"`);
    const pressed = await mailing.call('POST', new URL(link).pathname, { headers: FORM, body: ONE_CLICK });
    expect(pressed.status).toBe(200);
  } finally {
    await mailing.close();
    await server.close();
  }
});
