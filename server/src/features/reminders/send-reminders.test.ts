import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import type { NewReminder, Reminder } from '#contract/reminders.ts';
import { users } from '#server/features/accounts/table.ts';
import { connect } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { letters } from '#server/platform/mail/table.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { addReminderFor, fillReminder, registerConfirmed } from '#server/testing/reminders.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { addReminder } from './add-reminder.ts';
import { sendReminders } from './send-reminders.ts';
import { reminders } from './table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let someone: Registered;

beforeEach(async () => {
  shop = await openTestShop();
  someone = await registerConfirmed(shop);
});
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});

const work = async () => shop.handlers['send-reminders']?.work({});

/** The reminders that have been sent until then, after the job ran at that instant. */
async function sentAt(instant: string) {
  shop.setNow(new Date(instant));
  await shop.deps.delivery.renew();
  await work();
  await shop.doJobs();
  return shop.letters().filter(({ kind }) => kind === 'date-reminder');
}
const countAt = async (instant: string) => (await sentAt(instant)).length;
const remember = (changes: Partial<NewReminder>) => addReminderFor(shop, someone, changes);
const find = async ({ id }: Pick<Reminder, 'id'>) => {
  const [row] = await shop.deps.db.select().from(reminders).where(eq(reminders.id, id));
  return row;
};
const setUser = (changes: Partial<typeof users.$inferInsert>) =>
  shop.deps.db.update(users).set(changes).where(eq(users.id, someone.user.id));
/** By the verb itself: the test's sessions have ended by then. */
const setUp = (when: string, changes: Partial<NewReminder>) => {
  shop.setNow(new Date(when));
  return addReminder(shop.deps, { userId: someone.user.id }, fillReminder(changes));
};

describe('on the right day', () => {
  test('ten days before, once, however often the job is started; and again the next year', async () => {
    const reminder = await remember({ month: 12, day: 17 });
    expect(await countAt('2026-12-06T12:05:00Z')).toBe(0);
    expect(await countAt('2026-12-07T08:05:00Z')).toBe(1);
    expect(await countAt('2026-12-07T09:05:00Z')).toBe(1);
    expect(await countAt('2026-12-12T09:05:00Z')).toBe(1);
    expect(await find(reminder)).toMatchObject({ sentFor: '2026-12-17', nextOn: '2027-12-17', sendOn: '2027-12-07' });
    expect(await countAt('2027-12-06T19:05:00Z')).toBe(1);
    expect(await countAt('2027-12-07T08:05:00Z')).toBe(2);
  });

  test('a single date has one letter, and is forgotten when it is over', async () => {
    const reminder = await remember({ month: 12, day: 17, every_year: false });
    expect(await countAt('2026-12-07T08:05:00Z')).toBe(1);
    expect(await find(reminder)).toMatchObject({ sentFor: '2026-12-17', nextOn: null });
    expect(await countAt('2026-12-17T08:05:00Z')).toBe(1);
    expect(await find(reminder)).toBeDefined();
    expect(await countAt('2026-12-18T08:05:00Z')).toBe(1);
    expect(await find(reminder)).toBeUndefined();
    expect(await countAt('2027-12-07T08:05:00Z')).toBe(1);
  });

  test('29 February is the 28th in years without it, and the 29th in the others', async () => {
    const reminder = await remember({ month: 2, day: 29, lead_days: 3 });
    expect(await countAt('2027-02-24T12:05:00Z')).toBe(0);
    const [first] = await sentAt('2027-02-25T08:05:00Z');
    expect(first?.subject).toBe('Nell’s birthday: Sunday 28 February');
    expect(await find(reminder)).toMatchObject({ nextOn: '2028-02-29' });
    expect(await countAt('2028-02-25T12:05:00Z')).toBe(1);
    expect((await sentAt('2028-02-26T08:05:00Z')).at(-1)?.subject).toBe('Nell’s birthday: Tuesday 29 February');
    expect(await find(reminder)).toMatchObject({ nextOn: '2029-02-28' });
  });

  test.each([
    // The clocks go forward on 28 March 2027 and back on 31 October 2027.
    ['in winter', '2026-11-16T10:00:00Z', { month: 12, day: 17 }, '2026-12-07T07:05:00Z', '2026-12-07T08:05:00Z'],
    ['in summer', '2027-05-01T10:00:00Z', { month: 7, day: 20 }, '2027-07-10T06:05:00Z', '2027-07-10T07:05:00Z'],
    [
      'on the day the clocks go forward',
      '2027-03-01T10:00:00Z',
      { month: 4, day: 7 },
      '2027-03-28T06:05:00Z',
      '2027-03-28T07:05:00Z',
    ],
    [
      'on the day they go back',
      '2027-10-01T10:00:00Z',
      { month: 11, day: 10 },
      '2027-10-31T07:05:00Z',
      '2027-10-31T08:05:00Z',
    ],
  ])('from eight o’clock in London, %s', async (_when, start, date, before, after) => {
    await setUp(start, date);
    expect(await countAt(before)).toBe(0);
    expect(await countAt(after)).toBe(1);
  });

  test('the day is that of London: by night in UTC it is another already, and nobody is woken', async () => {
    // 10 July 2027 in London begins at 23:00 UTC on the 9th.
    await setUp('2027-05-01T10:00:00Z', { month: 7, day: 20 });
    expect(await countAt('2027-07-09T23:05:00Z')).toBe(0);
    expect(await countAt('2027-07-10T18:05:00Z')).toBe(1);
  });

  test('a date asked for near midnight is counted from the day in London', async () => {
    // 00:30 on 10 July in London.
    const reminder = await setUp('2027-07-09T23:30:00Z', { month: 7, day: 20, lead_days: 10 });
    expect(reminder.date).toBe('2028-07-20');
    expect((await setUp('2027-07-09T22:30:00Z', { month: 7, day: 20, who: 'Ben' })).date).toBe('2027-07-20');
  });
});

describe('late, or not at all', () => {
  test('a shop that was closed on the day writes when it opens, while flowers can still come in time', async () => {
    await remember({ month: 12, day: 17 });
    const [late] = await sentAt('2026-12-16T08:05:00Z');
    expect(late?.text).toContain('order by 12 noon on Wednesday 16 December');
  });

  test('and not when they cannot: the next letter is that of the next year', async () => {
    const reminder = await remember({ month: 12, day: 17 });
    expect(await countAt('2026-12-16T12:05:00Z')).toBe(0);
    expect(await countAt('2026-12-17T08:05:00Z')).toBe(0);
    expect(await find(reminder)).toMatchObject({ nextOn: '2027-12-17', sentFor: null });
    expect(await countAt('2027-12-07T08:05:00Z')).toBe(1);
  });

  test('a date on which we do not deliver names the day before', async () => {
    await remember({ month: 12, day: 26, lead_days: 7 });
    const [letter] = await sentAt('2026-12-19T08:05:00Z');
    expect(letter?.text).toContain(
      'We cannot deliver on that day. Flowers for it would come before, on Thursday 24 December.',
    );
  });

  test('only to a confirmed address; once it is, a letter that is due comes late', async () => {
    await setUser({ emailConfirmedAt: null });
    await remember({ month: 12, day: 17 });
    expect(await countAt('2026-12-07T08:05:00Z')).toBe(0);
    await setUser({ emailConfirmedAt: new Date() });
    expect(await countAt('2026-12-08T08:05:00Z')).toBe(1);
  });

  test('to the address that the person has then', async () => {
    await remember({ month: 12, day: 17 });
    await setUser({ email: 'new@example.org', emailKey: 'new@example.org' });
    expect((await sentAt('2026-12-07T08:05:00Z')).map(({ to }) => to)).toEqual(['new@example.org']);
  });

  test('nobody is asked to buy whose orders we have stopped, nor who has stopped it', async () => {
    await remember({ month: 12, day: 17 });
    await setUser({ stoppedAt: new Date(), stoppedReason: 'Chargebacks' });
    expect(await countAt('2026-12-07T08:05:00Z')).toBe(0);
    await setUser({ stoppedAt: null, stoppedReason: null });
    await shop.deps.db.update(reminders).set({ stoppedAt: new Date() });
    expect(await countAt('2026-12-07T09:05:00Z')).toBe(0);
  });
});

describe('once', () => {
  test('two processes at once, each several times: everybody gets one letter', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => registerConfirmed(shop)));
    for (const person of people) await addReminderFor(shop, person, { month: 12, day: 17 });
    shop.setNow(new Date('2026-12-07T08:05:00Z'));
    const other = connect(shop.connectionString);
    try {
      await Promise.all([
        ...[1, 2].map(() => sendReminders(shop.deps)),
        ...[1, 2].map(() => sendReminders({ ...shop.deps, db: other })),
      ]);
    } finally {
      await other.$client.end();
    }
    await shop.doJobs();
    const sent = shop.letters().filter(({ kind }) => kind === 'date-reminder');
    expect(sent.map(({ to }) => to).toSorted()).toEqual(people.map(({ user }) => user.email).toSorted());
  });

  test('that it was sent and the letter are committed together', async () => {
    const reminder = await remember({ month: 12, day: 17 });
    shop.setNow(new Date('2026-12-07T08:05:00Z'));
    const crash = async () => {
      throw new Error('The process died.');
    };
    await sendReminders({ ...shop.deps, mail: { post: crash, postAll: crash, withdraw: crash } });
    expect(JSON.stringify(shop.failures.splice(0))).toContain('A reminder could not be sent');
    expect(await find(reminder)).toMatchObject({ nextOn: '2026-12-17', sentFor: null });
    await work();
    await work();
    expect(await shop.deps.db.$count(letters, eq(letters.kind, 'date-reminder'))).toBe(1);
  });

  test('an account that is deleted while the job runs is skipped', async () => {
    await remember({ month: 12, day: 17 });
    shop.setNow(new Date('2026-12-07T08:05:00Z'));
    const { db } = shop.deps;
    let deleting: Promise<unknown> = Promise.resolve();
    let running: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from users where id = ${someone.user.id} for update`);
      running = work();
      await new Promise((resolve) => setTimeout(resolve, 300));
      deleting = tx.execute(sql`delete from users where id = ${someone.user.id}`);
      await deleting;
    });
    await running;
    expect(await db.$count(letters, eq(letters.kind, 'date-reminder'))).toBe(0);
  });

  test('more than a batch are all sent, and the due ones are found by their index', async () => {
    const consent = 'x';
    await shop.deps.db.execute(sql`insert into reminders
      (user_id, who, occasion, month, day, every_year, lead_days, next_on, consent, consented_at, created_at)
      select ${someone.user.id}, 'Friend ' || number, 'other', 12, 17, true, 10,
        (case when number <= 210 then '2026-12-17' else '2027-06-17' end)::date, ${consent}, now(), now()
      from generate_series(1, 3000) as number`);
    await shop.deps.db.execute(sql`analyze reminders`);
    const plan = await shop.deps.db.execute(
      sql`explain select id from reminders where next_on is not null and stopped_at is null and send_on <= '2026-11-20'`,
    );
    expect(JSON.stringify(plan.rows)).toContain('reminders_due');
    shop.setNow(new Date('2026-12-07T08:05:00Z'));
    await work();
    expect(await shop.deps.db.$count(letters, eq(letters.kind, 'date-reminder'))).toBe(210);
  });
});

describe('three bouquets that suit', () => {
  const namesIn = (text: string) =>
    [...text.matchAll(/^(.+), £\d+\.\d\d; with delivery £\d/gm)].map(([, name]) => name);
  const suiting = async (occasion: string) => {
    const { rows } = await shop.deps.db.execute<{ name: string }>(
      sql`select name from products where status = 'on_sale' and occasions @> array[${occasion}]`,
    );
    return rows.map(({ name }) => name);
  };

  test('on sale, for the occasion, with the price that is paid in the end', async () => {
    await remember({ month: 12, day: 17, occasion: 'anniversary' });
    const [letter] = await sentAt('2026-12-07T08:05:00Z');
    const names = namesIn(letter?.text ?? '');
    expect(names).toHaveLength(3);
    const good = await suiting('anniversary');
    for (const name of names) expect(good).toContain(name);
    const { rows } = await shop.deps.db.execute<{ pence: number }>(
      sql`select price_pence as pence from products where name = ${names[0]}`,
    );
    const pounds = (pence = 0) => `£${(pence / 100).toFixed(2)}`;
    const pence = Number(rows[0]?.pence);
    expect(letter?.text).toContain(`${names[0]}, ${pounds(pence)}; with delivery ${pounds(pence + 500)}`);
  });

  test('none that is sold out, out of season or all taken on that day', async () => {
    await remember({ month: 12, day: 17 });
    const [first, second, third, fourth = '', ...rest] = await suiting('birthday');
    await shop.deps.db.execute(sql`update products set status = 'sold_out' where name = ${first}`);
    await shop.deps.db.execute(sql`update products set available_until = '2026-12-16' where name = ${second}`);
    await shop.deps.db.execute(sql`update products set available_from = '2026-12-18' where name = ${third}`);
    await buyFlowers(shop, { day: '2026-12-17', bouquets: [fourth] });
    await shop.deps.db.execute(sql`update products set most_per_day = 1, sold = 1000 where name = ${fourth}`);
    const [letter] = await sentAt('2026-12-07T08:05:00Z');
    const names = namesIn(letter?.text ?? '');
    expect(names).toHaveLength(3);
    for (const name of names) expect(rest).toContain(name);
  });

  test('for a day of mourning none of another kind; and no letter at all without a bouquet', async () => {
    await remember({ month: 12, day: 17, occasion: 'memory' });
    const good = await suiting('sympathy');
    await shop.deps.db.execute(sql`update products set status = 'sold_out' where occasions @> array['sympathy']`);
    expect(await countAt('2026-12-07T08:05:00Z')).toBe(0);
    await shop.deps.db.execute(sql`update products set status = 'on_sale' where name = ${good[0]}`);
    const [letter] = await sentAt('2026-12-07T09:05:00Z');
    expect(letter?.subject).toBe('In memory of Nell: Thursday 17 December');
    expect(namesIn(letter?.text ?? '')).toEqual([good[0]]);
  });

  test('a day with a surcharge costs what it costs', async () => {
    await shop.deps.db.execute(sql`insert into delivery_days (day, surcharge_pence) values ('2026-12-17', 250)`);
    await remember({ month: 12, day: 17 });
    const [letter] = await sentAt('2026-12-07T08:05:00Z');
    const [, price, delivered] = /£(\d+\.\d\d); with delivery £(\d+\.\d\d)/.exec(letter?.text ?? '') ?? [];
    expect(Number(delivered) - Number(price)).toBe(7.5);
  });
});
