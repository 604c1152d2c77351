import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillForm, linkTo, PASSWORD } from '#server/testing/people.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const HOME = '198.51.100.1';
const NEW_PLACE = '203.0.113.5';
const MINUTE = 60_000;

const send = (path: string, network: string, body: object) =>
  shop.call('POST', path, { body, headers: { 'x-forwarded-for': network } });
const logIn = (email: string, network: string, password = PASSWORD, mark?: string) =>
  send('/api/user/login/', network, { email, password, ...(mark && { device_mark: mark }) });
const requestReset = (email: string, network: string) => send('/api/v1/auth/password/reset/', network, { email });

/** Someone who has registered at home. */
async function owner(changes: Record<string, unknown> = {}) {
  const response = await send('/api/user/register/', HOME, fillForm(changes));
  expect(response.status).toBe(201);
  return response.json() as {
    user: { email: string; id: number };
    device_mark: string;
    access: string;
    refresh: string;
  };
}

const laterBy = (minutes: number) => shop.setNow(new Date(TEST_NOW.getTime() + minutes * MINUTE));

async function expectOwnerIn({ user, device_mark }: Awaited<ReturnType<typeof owner>>) {
  const ways = {
    network: (await logIn(user.email, HOME)).status,
    device: (await logIn(user.email, '203.0.113.4', PASSWORD, device_mark)).status,
    neither: (await logIn(user.email, NEW_PLACE)).status,
  };
  expect(ways).toEqual({ network: 200, device: 200, neither: 200 });
}

describe('POST /api/user/login/, while strangers guess', () => {
  test('one network with a guess a minute for hours locks nobody out', async () => {
    const person = await owner();
    for (let minute = 0; minute < sampler.times(4, 300); minute++) {
      laterBy(minute);
      await logIn(person.user.email, '192.0.2.1', 'wrong one');
    }
    await expectOwnerIn(person);
  });

  test('nor do ten networks at once', async () => {
    const person = await owner();
    for (let network = 0; network < 10; network++)
      for (let tries = 0; tries < 5; tries++) await logIn(person.user.email, `192.0.2.${network}`, 'wrong one');
    await expectOwnerIn(person);
  });
});

describe('POST /api/v1/auth/password/reset/, asked for by strangers', () => {
  test('does not keep the owner from a letter', async () => {
    const { user } = await owner();
    for (let network = 0; network < 12; network++) await requestReset(user.email, `192.0.2.${network}`);
    expect((await requestReset(user.email, HOME)).status).toBe(200);
    await linkTo(shop, user.email);
  });

  test('does not keep the owner from registering', async () => {
    const { email } = fillForm();
    for (let attempt = 0; attempt < 50; attempt++) {
      laterBy(attempt * 5);
      await requestReset(email, `192.0.2.${attempt}`);
    }
    expect((await send('/api/user/register/', HOME, fillForm({ email }))).status).toBe(201);
  });

  test('the letter is posted again for the owner at a known place, and for strangers only when the link has run out', async () => {
    const { user } = await owner();
    const resets = async () => {
      await shop.doJobs();
      return shop.letters().filter(({ to, kind }) => to === user.email && kind === 'reset-password').length;
    };
    await requestReset(user.email, '192.0.2.1');
    expect(await resets()).toBe(1);
    expect((await requestReset(user.email, NEW_PLACE)).status).toBe(200);
    expect(await resets()).toBe(1);
    await requestReset(user.email, HOME);
    expect(await resets()).toBe(2);
    laterBy(3 * 60 - 1);
    await requestReset(user.email, '192.0.2.1');
    expect(await resets()).toBe(2);
    laterBy(3 * 60);
    await requestReset(user.email, '192.0.2.1');
    expect(await resets()).toBe(3);
  });

  test('wishes all day long are no more than eight letters', async () => {
    const { user } = await owner();
    await shop.doJobs();
    const before = shop.letters().length;
    const wishes = sampler.times(3, 199);
    for (let attempt = 0; attempt < wishes; attempt++) {
      laterBy((attempt * 24 * 60) / wishes);
      await requestReset(user.email, `192.0.2.${attempt % 100}`);
      await shop.doJobs();
    }
    expect(shop.letters().length - before).toBeLessThanOrEqual(8);
  });
});

describe('POST /api/user/register/, while strangers cause letters', () => {
  test('made-up tags of a mailbox do not use up the letters of its plain address', async () => {
    const { email } = fillForm();
    const statuses = [];
    for (let tag = 0; tag < 9; tag++) {
      const tagged = email.replace('@', `+${tag}@`);
      statuses.push((await send('/api/user/register/', '192.0.2.1', fillForm({ email: tagged }))).status);
    }
    expect(statuses).toEqual([...Array(8).fill(201), 429]);
    expect((await send('/api/user/register/', HOME, fillForm({ email }))).status).toBe(201);
  });

  test('nor do those who ask for it as their new address', async () => {
    const { email } = fillForm();
    const statuses = [];
    for (let times = 0; times < 9; times++) {
      const { access } = await owner();
      const body = { password: PASSWORD, email };
      statuses.push((await shop.call('POST', '/api/user/profile/email/', { token: access, body })).status);
    }
    expect(statuses).toEqual([...Array(8).fill(200), 429]);
    const response = await send('/api/user/register/', HOME, fillForm({ email }));
    expect(response.status).toBe(201);
    const resent = await shop.call('POST', '/api/user/profile/resend-confirmation/', { token: response.json().access });
    expect(resent.status).toBe(200);
  });
});
