import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { mailedTo, notThe } from '#server/testing/mailed-codes.ts';
import { fillForm, PASSWORD, type registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const HOME = '198.51.100.1';
const STRANGER = '192.0.2.1';
const from = (network: string) => ({ 'x-forwarded-for': network });
const ask = (email: unknown, network = HOME, more: object = {}) =>
  shop.call('POST', '/api/user/login-code/', { body: { email, ...more }, headers: from(network) });
const use = (ticket: string, code: unknown, network = HOME, more: object = {}) =>
  shop.call('POST', '/api/user/login-code/use/', { body: { ticket, code, ...more }, headers: from(network) });
const press = (key: string, network = HOME) =>
  shop.call('POST', '/api/user/login-link/', { body: { key }, headers: from(network) });
const ENDED = { code: ['This code has been used or is too old. Please ask for a new one.'] };

async function owner() {
  const response = await shop.call('POST', '/api/user/register/', { body: fillForm(), headers: from(HOME) });
  return response.json() as Awaited<ReturnType<typeof registerSomeone>>;
}

async function askFor(email: string, network = HOME) {
  const { ticket } = (await ask(email, network)).json() as { ticket: string };
  return { ticket, ...(await mailedTo(shop, email)) };
}

const later = (minutes: number) => shop.setNow(new Date(TEST_NOW.getTime() + minutes * 60_000));

describe('POST /api/user/login-code/', () => {
  test('answers a known and an unknown address alike, and writes to the known one alone', async () => {
    const { user } = await owner();
    const known = await ask(user.email);
    const unknown = await ask('nobody@example.org');
    const bare = ({ status, headers, json }: typeof known) => ({
      status,
      headers: { ...headers, date: 0, 'x-request-id': 0 },
      body: { ...json(), ticket: json().ticket.length },
    });
    expect(bare(unknown)).toEqual(bare(known));
    expect(known.json().detail).toBe('If we know that address, a letter with a code is on its way to it.');
    await mailedTo(shop, user.email);
    expect(shop.letters().filter(({ to }) => to === 'nobody@example.org')).toEqual([]);
  });

  test('stores the same for both, and neither address nor code as it is', async () => {
    const { user } = await owner();
    await shop.deps.db.execute(sql`delete from login_codes`);
    await ask(user.email);
    await ask('nobody@example.org');
    const { rows } = await shop.deps.db.execute(sql`
      select user_id, octet_length(ticket_hash) as ticket, octet_length(code_hash) as code, octet_length(mailbox) as mailbox
      from login_codes`);
    const row = { user_id: null, ticket: 32, code: 32, mailbox: 32 };
    expect(rows).toEqual([row, row]);
    await shop.doJobs();
  });

  test.each([
    ['nonsense', 'Enter a valid email address.'],
    [undefined, 'This field is required.'],
  ])('names what is wrong with %j', async (email, message) => {
    const { status, json } = await ask(email);
    expect([status, json()]).toEqual([400, { email: [message] }]);
  });

  test('floods nobody: five in a quarter of an hour for a mailbox from one network', async () => {
    const statuses = [];
    for (let time = 0; time < 6; time++) statuses.push((await ask(`flood+${time}@example.org`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('strangers cause at most forty letters a day to an account, however many networks they have', async () => {
    const { user } = await owner();
    const count = () =>
      shop.letters().filter(({ to, subject }) => to === user.email && subject.endsWith('code')).length;
    for (let network = 0; network < 45; network++) {
      later(network * 30);
      await ask(user.email, `203.0.113.${network}`);
      await shop.doJobs();
    }
    expect(count()).toBeGreaterThan(12);
    expect(count()).toBeLessThanOrEqual(40);
    const before = count();
    await ask(user.email, HOME);
    await shop.doJobs();
    expect(count()).toBe(before + 1);
  }, 120_000);
});

describe('POST /api/user/login-code/use/', () => {
  test('signs in with the code, with a gap or without, and the place is known from then on', async () => {
    const { user, device_mark } = await owner();
    const { ticket, code } = await askFor(user.email, '203.0.113.9');
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    const answer = await use(ticket, typed, '203.0.113.9', { remember: true, device_mark });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      device_mark,
      user: { ...user, email_confirmed: true },
    });
    const data = await shop.call('GET', '/api/user/profile/download/', { token: answer.json().access });
    expect(data.json()).toMatchObject({ sessions: [{ remember: true }], known_places: [{}, {}] });
  });

  test('takes a code once, also of two at once', async () => {
    const { user } = await owner();
    const { ticket, code, key } = await askFor(user.email);
    const answers = await Promise.all([use(ticket, code), use(ticket, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await use(ticket, code)).json()).toEqual(ENDED);
    expect((await press(key)).status).toBe(404);
  });

  test('ten minutes, and no longer', async () => {
    const { user } = await owner();
    const { ticket, code, key } = await askFor(user.email);
    later(10);
    expect((await use(ticket, code)).json()).toEqual(ENDED);
    expect((await press(key)).status).toBe(404);
    const next = await askFor(user.email);
    later(19.9);
    expect((await use(next.ticket, next.code)).status).toBe(200);
  });

  test('a clock that is set back gives no code a longer life', async () => {
    const { user } = await owner();
    later(60);
    const before = await askFor(user.email);
    later(0);
    expect((await use(before.ticket, before.code)).json()).toEqual(ENDED);
    expect((await press(before.key)).status).toBe(404);
    const next = await askFor(user.email);
    // The other of two machines whose clocks are a minute apart.
    later(-1);
    expect((await use(next.ticket, next.code)).status).toBe(200);
  });

  test('opens nothing once the account is deleted, nor the account that takes its address', async () => {
    const { access, user } = await owner();
    const { ticket, code, key } = await askFor(user.email);
    const { ticket: waiting } = (await ask(user.email)).json();
    const leave = { token: access, body: { password: PASSWORD } };
    expect((await shop.call('POST', '/api/user/profile/delete/', leave)).status).toBe(200);
    await shop.call('POST', '/api/user/register/', { body: fillForm({ email: user.email }), headers: from(STRANGER) });
    expect((await use(ticket, code)).json()).toEqual(ENDED);
    expect((await press(key)).status).toBe(404);
    // Asked for before: its letter goes to the mailbox, and opens whatever account has the address by then.
    const posted = await mailedTo(shop, user.email);
    expect((await use(waiting, posted.code)).json().user.id).not.toBe(user.id);
  });

  test('of two that were asked for at once, in two browsers, each works in its own', async () => {
    const { user } = await owner();
    const [one, other] = await Promise.all([ask(user.email), ask(user.email, '203.0.113.5')]);
    await shop.doJobs();
    const codes = shop
      .letters()
      .filter(({ to, subject }) => to === user.email && subject.endsWith('is your code'))
      .map(({ subject }) => subject.slice(0, 7).replace(' ', ''));
    expect(codes).toHaveLength(2);
    const tried = [];
    for (const [answer, network] of [
      [one, HOME],
      [other, '203.0.113.5'],
    ] as const)
      for (const code of codes) tried.push((await use(answer.json().ticket, code, network)).status);
    // Whoever comes in first ends all codes.
    expect(tried.filter((status) => status === 200)).toHaveLength(1);
  });

  test('five wrong tries end the code, and neither the account nor the link', async () => {
    const { user } = await owner();
    const { ticket, code, key } = await askFor(user.email);
    const told = [];
    for (let time = 0; time < 5; time++) told.push((await use(ticket, notThe(code))).json().code[0]);
    expect(told[0]).toBe('That is not the code. You have 4 tries left.');
    expect(told[3]).toBe('That is not the code. You have one try left.');
    expect(told[4]).toBe('That was not the code, and it has ended now. Please ask for a new one.');
    expect((await use(ticket, code)).json()).toEqual(ENDED);
    expect((await press(key)).status).toBe(200);
    const next = await askFor(user.email);
    expect((await use(next.ticket, next.code)).status).toBe(200);
  });

  test('twenty-five tries at once are five', async () => {
    const { user } = await owner();
    const { ticket, code } = await askFor(user.email);
    const answers = await Promise.all(Array.from({ length: 25 }, () => use(ticket, notThe(code))));
    const told = answers.map(({ json }) => json().code?.[0] ?? '');
    expect(told.filter((words) => words.startsWith('That'))).toHaveLength(5);
  });

  test('says the same of a code for an unknown address', async () => {
    const { user } = await owner();
    const { ticket: unknown } = (await ask('nobody-at-all@example.org')).json();
    const { ticket: known, code } = await askFor(user.email, STRANGER);
    for (let time = 0; time < 6; time++) {
      const [one, other] = [await use(unknown, notThe(code), STRANGER), await use(known, notThe(code), STRANGER)];
      expect([one.status, one.body]).toEqual([other.status, other.body]);
    }
  });

  test('says the same in the network of the owner: ten wrong codes a day, known or not', async () => {
    const { user } = await owner();
    const guess = async (email: string) => {
      const told = [];
      for (let letter = 0; letter < 3; letter++) {
        const { ticket } = (await ask(email)).json();
        await shop.doJobs();
        for (let time = 0; time < 4; time++) told.push(await use(ticket, '000000'));
      }
      return told.map(({ status, body }) => [status, body]);
    };
    const ofKnown = await guess(user.email);
    expect(ofKnown.filter(([status]) => status === 400)).toHaveLength(10);
    expect(await guess('nobody-at-home@example.org')).toEqual(ofKnown);
  });

  test('a device that has signed in before has tries of its own; a mark that nobody signed in with has none', async () => {
    const { user, device_mark } = await owner();
    const guesses = async (mark: string, minutes: number) => {
      const statuses = [];
      for (let letter = 0; letter < 3; letter++) {
        later(minutes + 10 * letter);
        const { ticket } = (await ask(user.email, HOME, { device_mark: mark })).json();
        await shop.doJobs();
        for (let time = 0; time < 4; time++)
          statuses.push((await use(ticket, '000000', HOME, { device_mark: mark })).status);
      }
      return statuses.filter((status) => status === 400).length;
    };
    expect(await guesses('a'.repeat(43), 0)).toBe(10);
    expect(await guesses(device_mark, 30)).toBe(10);
    expect(await guesses('b'.repeat(43), 60)).toBe(0);
  });

  test('a new code replaces the earlier one of the same browser', async () => {
    const { user } = await owner();
    const first = await askFor(user.email);
    const { ticket } = (await ask(user.email, HOME, { ticket: first.ticket })).json();
    const { code } = await mailedTo(shop, user.email);
    expect((await use(first.ticket, first.code)).json()).toEqual(ENDED);
    expect((await use(ticket, code)).status).toBe(200);
  });

  test('works with the ticket of the browser that asked, and with no other', async () => {
    const { user } = await owner();
    const { ticket: strangers } = (await ask(user.email, STRANGER)).json();
    await shop.doJobs();
    const { ticket, code } = await askFor(user.email);
    expect((await use(strangers, code, STRANGER)).status).toBe(400);
    expect((await use(ticket, code)).status).toBe(200);
  });

  test('strangers who guess lock nobody out, and at a new place the link goes on working', async () => {
    const { user } = await owner();
    for (let network = 0; network < 4; network++) {
      const { ticket } = (await ask(user.email, `192.0.2.${network}`)).json();
      for (let time = 0; time < 5; time++) await use(ticket, '000000', `192.0.2.${network}`);
    }
    const home = await askFor(user.email);
    const away = await askFor(user.email, '203.0.113.77');
    const refused = await use(away.ticket, away.code, '203.0.113.77');
    expect([refused.status, refused.json().detail]).toEqual([
      429,
      expect.stringContaining('use the link in the letter'),
    ]);
    expect((await use(home.ticket, home.code)).status).toBe(200);
    const again = await askFor(user.email, '203.0.113.77');
    expect((await press(again.key, '203.0.113.77')).status).toBe(200);
  });

  test('strangers with a fresh network for each guess have at most twenty in any 24 hours', async () => {
    const { user } = await owner();
    const compared: number[] = [];
    let network = 0;
    for (let hour = 0; hour < 60; hour++) {
      later(hour * 60);
      for (let status = 400; status === 400; ) {
        const from = `203.0.113.${network++ % 250}`;
        const { ticket } = (await ask(user.email, from)).json();
        status = (await use(ticket, '000000', from)).status;
        if (status === 400) compared.push(hour);
      }
    }
    const inADay = compared.map((start) => compared.filter((hour) => hour >= start && hour < start + 24).length);
    expect(Math.max(...inADay)).toBeLessThanOrEqual(20);
    // They are slowed, and the account is not closed to codes from elsewhere.
    expect(compared.some((hour) => hour > 48)).toBe(true);
    const home = await askFor(user.email);
    expect((await use(home.ticket, home.code)).status).toBe(200);
  }, 120_000);

  test('a network that guesses at many accounts is stopped', async () => {
    const statuses = [];
    for (let person = 0; person < 8; person++) {
      const { ticket } = (await ask(`many${person}@example.org`, STRANGER)).json();
      for (let time = 0; time < 4; time++) statuses.push((await use(ticket, '000000', STRANGER)).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  test('asks for six digits', async () => {
    const { status, json } = await use('a'.repeat(43), '12345');
    expect([status, json()]).toEqual([400, { code: ['Enter the six digits from the letter.'] }]);
  });
});

describe('POST /api/user/login-link/', () => {
  test('signs in once, in any browser, and ends the code of the same letter', async () => {
    const { user } = await owner();
    const { ticket, code, key } = await askFor(user.email);
    const answer = await press(key, '203.0.113.8');
    expect([answer.status, answer.json().user.email]).toEqual([200, user.email]);
    expect((await press(key)).json()).toEqual({ detail: 'This link has been used or is too old.' });
    expect((await use(ticket, code)).json()).toEqual(ENDED);
  });

  test('is not used up by a program that checks mail: opening the page does nothing, however often', async () => {
    const { user } = await owner();
    const { key } = await askFor(user.email);
    for (const method of ['GET', 'HEAD'] as const) {
      await shop.call(method, `/login-link/${key}`);
      expect((await shop.call(method, '/api/user/login-link/')).status).toBeGreaterThanOrEqual(404);
    }
    expect((await press(key)).status).toBe(200);
  });

  test('bad links are counted by network', async () => {
    const statuses = [];
    for (let time = 0; time < 61; time++) statuses.push((await press(`no-such-key-${time}`, STRANGER)).status);
    expect(statuses.at(-2)).toBe(404);
    expect(statuses.at(-1)).toBe(429);
  });
});
