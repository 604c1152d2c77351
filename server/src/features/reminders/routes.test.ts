import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { consentWords } from '#contract/reminder-words.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { addReminderFor, fillReminder } from '#server/testing/reminders.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { reminderPersonalData } from './reminder-personal-data.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

// The shop's clock says Monday 16 November 2026.
const PATH = '/api/user/profile/reminders/';
const list = async (token: string) => (await shop.call('GET', PATH, { token })).json();
const add = (token: string, body: unknown) => shop.call('POST', PATH, { token, body });
const change = (token: string, id: number | string, body: unknown) =>
  shop.call('PUT', `${PATH}${id}/`, { token, body });
const remove = (token: string, id: number | string) => shop.call('DELETE', `${PATH}${id}/`, { token });

describe('POST /api/user/profile/reminders/', () => {
  test('remembers the date, with the words that were agreed to and when', async () => {
    const { access } = await registerSomeone(shop);
    const response = await add(access, fillReminder({ who: '  Nell ' }));
    expect([response.status, response.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        who: 'Nell',
        occasion: 'birthday',
        month: 12,
        day: 17,
        every_year: true,
        lead_days: 10,
        date: '2026-12-17',
        letter_on: '2026-12-07',
        stopped_at: null,
        consent:
          'You ask us to email you one letter a year, ten days before this date, with three bouquets that suit. Every letter has a link that stops it.',
        consented_at: TEST_NOW.toISOString(),
      },
    ]);
    expect(await list(access)).toEqual([response.json()]);
  });

  test.each([
    ['a date that is too near for its letter', { month: 11, day: 26 }, '2027-11-26'],
    ['one that is near enough', { month: 11, day: 27 }, '2026-11-27'],
    ['today', { month: 11, day: 16 }, '2027-11-16'],
    ['one for which flowers are ordered', { month: 12, day: 17, after: '2026-12-17' }, '2027-12-17'],
    ['29 February', { month: 2, day: 29 }, '2027-02-28'],
  ])('%s comes first on its next day with notice', async (_what, changes, date) => {
    const { access } = await registerSomeone(shop);
    expect((await addReminderFor(shop, { access }, changes)).date).toBe(date);
  });

  test('the same date once more is the same reminder, with what was said last', async () => {
    const { access } = await registerSomeone(shop);
    const [first, second] = await Promise.all([
      addReminderFor(shop, { access }),
      addReminderFor(shop, { access }, { lead_days: 21 }),
    ]);
    expect(second.id).toBe(first.id);
    expect(await list(access)).toHaveLength(1);
    expect(await addReminderFor(shop, { access }, { who: 'Ben' })).not.toMatchObject({ id: first.id });
  });

  test('names every field that cannot be taken, and adds nothing', async () => {
    const { access } = await registerSomeone(shop);
    const response = await add(access, {
      who: 'x'.repeat(61),
      occasion: 'party',
      month: 13,
      day: 0,
      every_year: 'yes',
      lead_days: 11,
      consent: 7,
      after: '2026-02-30',
    });
    expect([response.status, response.json()]).toEqual([
      400,
      {
        who: ['This must be no more than 60 characters.'],
        occasion: ['This must be birthday, anniversary, memory or other.'],
        month: ['Please choose a month.'],
        day: ['Please choose a day.'],
        every_year: ['This must be true or false.'],
        lead_days: ['This must be one of 3, 7, 10, 14, 21.'],
        consent: ['This must be text.'],
        after: ['A day is written as 2026-11-17.'],
      },
    ]);
    expect(await list(access)).toEqual([]);
  });

  test.each([
    ['a day that its month never has', { month: 4, day: 31 }, { day: ['April has 30 days at most.'] }],
    ['30 February', { month: 2, day: 30 }, { day: ['February has 29 days at most.'] }],
    ['a link for a name', { who: 'Look at evil.example/x' }, { who: ['Please give a name, without a link.'] }],
    ['words that nobody was shown', { consent: 'Anything' }, { consent: [expect.stringMatching(/have changed/)] }],
    ['what is more than a year ahead', { after: '2028-01-01' }, { after: ['This is more than a year ahead.'] }],
    [
      'a single date that is too near',
      { every_year: false, month: 11, day: 20, lead_days: 7 as const },
      {
        lead_days: ['That date is too near for a letter a week before it. Please choose fewer days, or every year.'],
      },
    ],
  ])('refuses %s', async (_what, changes, errors) => {
    const { access } = await registerSomeone(shop);
    const response = await add(access, fillReminder(changes));
    expect([response.status, response.json()]).toEqual([400, errors]);
  });

  test('keeps at most 30 for one person, even when they come at once', async () => {
    const { access } = await registerSomeone(shop);
    const responses = await Promise.all(
      Array.from({ length: 36 }, (_, number) => add(access, fillReminder({ who: `Friend ${number}` }))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(responses.find(({ status }) => status !== 201)?.json()).toEqual({
      non_field_errors: ['We remember at most 30 dates for you. Please remove one first.'],
    });
    const kept = await list(access);
    expect(kept).toHaveLength(30);
    // Which of them came first is chance.
    expect((await add(access, fillReminder({ who: kept[0].who, lead_days: 3 }))).status).toBe(201);
  });
});

describe('GET /api/user/profile/reminders/', () => {
  test("gives one's own, the next date first, and nobody else's", async () => {
    const [one, other] = [await registerSomeone(shop), await registerSomeone(shop)];
    const late = await addReminderFor(shop, one, { month: 3, day: 1 });
    await addReminderFor(shop, other);
    const soon = await addReminderFor(shop, one);
    expect(await list(one.access)).toEqual([soon, late]);
  });
});

describe('PUT /api/user/profile/reminders/:id/', () => {
  test('changes it, and stores what is agreed to now', async () => {
    const someone = await registerSomeone(shop);
    const { id } = await addReminderFor(shop, someone);
    const form = fillReminder({ who: 'Ben', occasion: 'memory', month: 1, day: 5, every_year: false, lead_days: 3 });
    const response = await change(someone.access, id, form);
    const saved = { ...form, id, date: '2027-01-05', letter_on: '2027-01-02', stopped_at: null };
    expect([response.status, response.json()]).toEqual([200, { ...saved, consented_at: TEST_NOW.toISOString() }]);
    expect(response.json().consent).toBe(consentWords({ every_year: false, lead_days: 3 }));
  });

  test('a longer notice loses no letter: it comes at once', async () => {
    const someone = await registerSomeone(shop);
    const { id } = await addReminderFor(shop, someone, { month: 11, day: 27 });
    const { date, letter_on } = (
      await change(someone.access, id, fillReminder({ month: 11, day: 27, lead_days: 21 }))
    ).json();
    expect([date, letter_on]).toEqual(['2026-11-27', '2026-11-06']);
  });

  test('refuses to become another that is there, and what a new one is refused for', async () => {
    const someone = await registerSomeone(shop);
    await addReminderFor(shop, someone);
    const { id } = await addReminderFor(shop, someone, { who: 'Ben' });
    const same = await change(someone.access, id, fillReminder());
    expect([same.status, same.json()]).toEqual([400, { who: ['You have another reminder of the same date.'] }]);
    const wrong = await change(someone.access, id, fillReminder({ month: 2, day: 31 }));
    expect([wrong.status, wrong.json()]).toEqual([400, { day: ['February has 29 days at most.'] }]);
  });

  test("another's is not found, and stays", async () => {
    const [owner, other] = [await registerSomeone(shop), await registerSomeone(shop)];
    const reminder = await addReminderFor(shop, owner);
    for (const id of [reminder.id, 'x', '2147483647']) {
      expect((await change(other.access, id, fillReminder({ who: 'Eve' }))).status).toBe(404);
      expect((await remove(other.access, id)).status).toBe(404);
    }
    expect(await list(owner.access)).toEqual([reminder]);
  });
});

describe('DELETE /api/user/profile/reminders/:id/', () => {
  test('forgets it and says nothing', async () => {
    const someone = await registerSomeone(shop);
    const { id } = await addReminderFor(shop, someone);
    const response = await remove(someone.access, id);
    expect([response.status, response.body]).toEqual([204, '']);
    expect(await list(someone.access)).toEqual([]);
  });
});

describe('protects', () => {
  test('the copy of all data has them with what was agreed to, and they leave with the account', async () => {
    const someone = await registerSomeone(shop);
    await addReminderFor(shop, someone);
    const copy = (await shop.call('GET', '/api/user/profile/download/', { token: someone.access })).json();
    expect(copy.reminders).toEqual([
      {
        who: 'Nell',
        occasion: 'birthday',
        month: 12,
        day: 17,
        every_year: true,
        lead_days: 10,
        next_date: '2026-12-17',
        last_letter_for: null,
        stopped_at: null,
        added_at: TEST_NOW.toISOString(),
        consent: expect.stringMatching(/^You ask us to email you/),
        consented_at: TEST_NOW.toISOString(),
      },
    ]);
    const body = { password: PASSWORD };
    expect((await shop.call('POST', '/api/user/profile/delete/', { token: someone.access, body })).status).toBe(200);
    const { rows } = await shop.deps.db.execute(sql`select from reminders where user_id = ${someone.user.id}`);
    expect(rows).toEqual([]);
  });

  test('what a stranger wrote before the owner of the address came in is gone', async () => {
    const stranger = await registerSomeone(shop);
    await addReminderFor(shop, stranger);
    await shop.deps.db.transaction(async (tx) => reminderPersonalData.distrust?.(tx, stranger.user.id));
    expect(await list(stranger.access)).toEqual([]);
  });
});
