import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#server/features/accounts/table.ts';
import { and, eq, isNull, sql } from '#server/platform/database/drizzle.ts';
import { PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import type { Letter } from '../letter.ts';
import { letters } from '../table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let person: Awaited<ReturnType<typeof registerSomeone>>['user'];
let seconds = 0;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  seconds = 0;
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate throttles, letters`);
  person = (await registerSomeone(shop)).user;
  await shop.doJobs();
});

const SPAM = 'Win a prize at spam.example';
const order = {
  id: 7,
  items: [],
  total: 40,
  deliveryFee: 5,
  paid: 45,
  day: 'Friday 20 November',
  address: [SPAM, '1 Long Street'],
  note: SPAM,
  wishes: [SPAM],
};
const changed = (before: string): Letter => ({
  kind: 'order-changed',
  to: person.email,
  firstName: 'Ada',
  order,
  changed: [{ what: 'card', before: [before] }],
  byBuyer: true,
  link: 'https://shop.example/history/7',
});
const passwordChanged = (): Letter => ({ kind: 'password-changed', to: person.email, firstName: 'Ada' });

/** A second after the one before, as a person who presses again and again. */
async function post(letter: Letter) {
  shop.setNow(new Date(TEST_NOW.getTime() + 1_000 * ++seconds));
  await shop.deps.db.transaction((tx) => shop.deps.mail.post(tx, letter, person.id));
  await shop.doJobs();
}
const sweep = async () => {
  await shop.handlers['sweep-letters']?.work({});
  await shop.doJobs();
};
const received = () => shop.letters().filter(({ to }) => to === person.email);
const waiting = () =>
  shop.deps.db
    .select()
    .from(letters)
    .where(and(eq(letters.userId, person.id), isNull(letters.sentAt)));
const confirm = () => shop.deps.db.update(users).set({ emailConfirmedAt: TEST_NOW }).where(eq(users.id, person.id));

test('a mailbox that nobody confirmed gets ten letters of all kinds in a day; the rest is one letter that waits', async () => {
  for (let times = 0; times < 15; times++) await post(passwordChanged());
  for (let times = 0; times < 30; times++) await post(changed('roses'));
  expect(received()).toHaveLength(10);
  shop.setNow(new Date(TEST_NOW.getTime() + 10 * 60 * 1000));
  await sweep();
  const held = await waiting();
  expect(held.map(({ kind }) => kind).toSorted()).toEqual(['order-changed', 'password-changed']);
  expect(held[0]?.lastProblem).toContain('nobody has confirmed this address');

  // What was promised is said, once there is room again.
  shop.setNow(new Date(TEST_NOW.getTime() + 6 * 60 * 60 * 1000));
  await sweep();
  expect(await waiting()).toEqual([]);
  expect(received()).toHaveLength(12);
});

test('it all leaves when the address is confirmed, with what was there before the first change', async () => {
  for (let times = 0; times < 10; times++) await post(passwordChanged());
  await post(changed('the first words'));
  await post(changed('the second words'));
  expect(received()).toHaveLength(10);
  await confirm();
  shop.setNow(new Date(TEST_NOW.getTime() + 10 * 60 * 1000));
  await sweep();
  expect(await waiting()).toEqual([]);
  const text = received()
    .slice(10)
    .map((letter) => letter.text)
    .join();
  expect(text).toContain('the first words');
  expect(text).toContain(SPAM);
});

test('no words of a sender go to an address that nobody confirmed; what is needed to get in always goes', async () => {
  for (let times = 0; times < 12; times++) await post(changed(SPAM));
  expect(received().length).toBeGreaterThan(8);
  expect(received().filter(({ text }) => text.includes('spam.example'))).toEqual([]);
  const before = received().length;
  await post({ kind: 'reset-password', to: person.email, firstName: 'Ada', link: 'https://shop.example/password' });
  await post({
    kind: 'order-confirmed',
    to: person.email,
    firstName: 'Ada',
    order,
    link: 'https://shop.example/history/7',
  });
  expect(received()).toHaveLength(before + 2);
  expect(received().at(-1)?.text).toContain('Thank you. They come on Friday 20 November.');
  expect(received().at(-1)?.text).not.toContain('spam.example');
});

test('opening accounts for a mailbox and deleting them counts, too, and leaves none that wait', async () => {
  for (let times = 0; times < 7; times++) {
    const { access: token } = await registerSomeone(shop, { email: person.email.replace('@', `+${times}@`) });
    await shop.doJobs();
    shop.setNow(new Date(TEST_NOW.getTime() + 1_000 * ++seconds));
    const gone = await shop.call('POST', '/api/user/profile/delete/', { token, body: { password: PASSWORD } });
    expect(gone.status, gone.body).toBe(200);
    await shop.doJobs();
  }
  const mailbox = `${person.email.split('@')[0]}+`;
  const kinds = shop
    .letters()
    .filter(({ to }) => to.startsWith(mailbox))
    .map(({ kind }) => kind);
  // Whoever opens an account has to be able to confirm it: only the others are held.
  expect(kinds.filter((kind) => kind !== 'confirm-email')).toEqual(Array(5).fill('account-deleted'));
  const isDeletion = and(eq(letters.kind, 'account-deleted'), isNull(letters.sentAt));
  expect(await shop.deps.db.$count(letters, isDeletion)).toBe(0);
});

test('whoever uses up the letters of a buyer keeps back none that has to be answered on the day', async () => {
  for (let times = 0; times < 12; times++) await post(passwordChanged());
  const before = received().length;
  const about = { to: person.email, firstName: 'Ada', link: 'https://shop.example/swap/1' };
  const stems = { bouquet: 'Rosy Parlour', flower: 'Rose', count: 3, instead: 'Ranunculus', insteadCount: 4 };
  await post({ kind: 'swap-asked', ...about, ...stems, orderId: 7, day: order.day, photoPath: null });
  await post({ kind: 'order-not-delivered', ...about, order, nextTry: 'another day' });
  expect(
    received()
      .slice(before)
      .map(({ kind }) => kind),
  ).toEqual(['swap-asked', 'order-not-delivered']);
});

test('a confirmed address is written to as often as there is something to say', async () => {
  await confirm();
  for (let times = 0; times < 15; times++) await post(changed(SPAM));
  expect(received()).toHaveLength(16);
});
