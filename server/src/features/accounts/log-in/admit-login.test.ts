import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { TooMany } from '#server/errors.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillForm, linkTo, PASSWORD } from '#server/testing/people.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { admitLogin } from './admit-login.ts';

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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 3;
/** How often the attackers come back: often enough to lose no try, since what they may try adds up meanwhile. */
const EVERY = 2 * HOUR;
const HOME = '198.51.100.1';

const send = (path: string, network: string, body: object) =>
  shop.call('POST', path, { body, headers: { 'x-forwarded-for': network } });

/** Whether a guess would be compared with the password. Nothing is hashed, so that days can be tried in seconds. */
async function guess(email: string, userId: number | undefined, network: string): Promise<boolean> {
  try {
    await admitLogin(shop.deps, email, userId, { network });
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}

const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

/**
 * Attackers who take turns, so that of many networks each is fresh; they stop when all are refused, or three fresh
 * ones.
 */
function createAttack(networks: number, email: string, userId: number) {
  let turn = 0;
  const admitted: number[] = [];
  return {
    admitted,
    async strike(now: number): Promise<void> {
      for (let refused = 0; refused < (networks > 10 ? 3 : networks); ) {
        const isAdmitted = await guess(email, userId, addressOf(turn++ % networks));
        if (isAdmitted) admitted.push(now);
        refused = isAdmitted ? 0 : refused + 1;
      }
    },
    next: () => addressOf(turn % networks),
  };
}

/** The most that fell into any 24 hours. */
const mostInADay = (times: number[]) =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + DAY).length));

/** The owner, who comes back from home, with their own device from anywhere, and from where nobody has seen them. */
async function createOwner() {
  const response = await send('/api/user/register/', HOME, fillForm());
  const { access, user, device_mark } = response.json() as Registered;
  // In the browser that registered: it is the owner who has this account, and places that are known stay so.
  const key = new URL(await linkTo(shop, user.email)).searchParams.get('q');
  await shop.call('POST', `/account-confirm-email/${key}/`, { token: access, body: { key } });
  let password = PASSWORD;
  let places = 0;
  const newPlace = () => `203.0.113.${++places}`;
  const logIn = async (network: string, mark?: string) =>
    (await send('/api/user/login/', network, { email: user.email, password, ...(mark && { device_mark: mark }) }))
      .status;
  return {
    ...user,
    fromHome: () => logIn(HOME),
    withDevice: () => logIn(newPlace(), device_mark),
    /** The way that was needed: the password alone, or a letter first. */
    async fromNewPlace(): Promise<'password' | 'letter' | 'none'> {
      const network = newPlace();
      if ((await logIn(network)) === 200) return 'password';
      const asked = await send('/api/v1/auth/password/reset/', network, { email: user.email });
      const link = new URL(await linkTo(shop, user.email)).pathname;
      const wanted = `flowers in turn ${places}`;
      const reset = await send(link, network, { new_password1: wanted, new_password2: wanted });
      password = wanted;
      return asked.status === 200 && reset.status === 200 && (await logIn(network)) === 200 ? 'letter' : 'none';
    },
  };
}

const ATTACKS = [
  [1, 'password'],
  [10, 'password'],
  [10_000, 'letter'],
] as const;

describe.each(sampler.pick(3, ATTACKS))('attackers with %i networks, for three days', (networks, way) => {
  test(`guess less than 100 times in any day, and the owner gets in each time, at a new place by ${way}`, async () => {
    const owner = await createOwner();
    const { admitted, strike, next } = createAttack(networks, owner.email, owner.id);
    const seen: unknown[] = [];
    for (let at = 0; at < DAYS * DAY; at += EVERY) {
      shop.setNow(new Date(TEST_NOW.getTime() + at));
      await strike(at);
      await send('/api/v1/auth/password/reset/', next(), { email: owner.email });
      await shop.doJobs();
      if (at % (8 * HOUR) === 4 * HOUR)
        seen.push([await owner.fromHome(), await owner.withDevice(), await owner.fromNewPlace()]);
    }
    expect(seen).toEqual(Array(9).fill([200, 200, way]));
    expect(mostInADay(admitted)).toBeLessThan(100);
    // Strangers are slowed, and the account is not closed to them.
    expect(admitted.filter((time) => time >= (DAYS - 1) * DAY).length).toBeGreaterThan(5);
    const letters = shop.letters().filter(({ to, kind }) => to === owner.email && kind === 'reset-password');
    expect(letters.length).toBeLessThanOrEqual(DAYS * 12 + (way === 'letter' ? seen.length : 0));
  });
});

test('an address without an account is counted like one with', async () => {
  const owner = await createOwner();
  const tries = { known: [] as boolean[], unknown: [] as boolean[] };
  for (let turn = 0; turn < 150; turn++) {
    shop.setNow(new Date(TEST_NOW.getTime() + (turn * DAY) / 150));
    const network = addressOf(turn % 12);
    tries.known.push(await guess(owner.email, owner.id, network));
    tries.unknown.push(await guess('nobody.at.all@example.org', undefined, network));
  }
  expect(tries.known).toEqual(tries.unknown);
  expect(new Set(tries.known)).toEqual(new Set([true, false]));
});
