import { expect, test, vi } from 'vitest';
import type { Pressed } from '#contract/desk.ts';
import { Refusal } from './desk-api.ts';
import { forgetOrders, keepPress, listKept, MOST_TRIES, sendKept, tryAgain } from './kept-presses.ts';

function makeStore() {
  const stored = new Map<string, string>();
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
}
const press = (...orders: number[]) => ({ orders, at: '2026-11-17T10:00:00.000Z' });
const done = (order: number): Pressed => ({ order, done: true, stage: 'tied', words: null });

test('presses are sent in their order, once, and forgotten', async () => {
  const store = makeStore();
  keepPress(7, press(1), store);
  keepPress(7, press(3, 2), store);
  const sent: number[][] = [];
  const tie = async (orders: number[]) => {
    sent.push(orders);
    return { orders: orders.map(done) };
  };
  expect(await sendKept(7, tie, store)).toEqual({ isSent: true, words: [] });
  expect(sent).toEqual([[1], [3, 2]]);
  expect(await sendKept(7, tie, store)).toEqual({ isSent: true, words: [] });
  expect(sent).toHaveLength(2);
});

test('while the shop is away, or one has to sign in, they stay; what was sent before is not sent again', async () => {
  const store = makeStore();
  keepPress(7, press(1), store);
  keepPress(7, press(2), store);
  const tie = (status: number) => async (orders: number[]) => {
    if (orders[0] === 2) throw new Refusal(status, { detail: 'No.' });
    return { orders: orders.map(done) };
  };
  for (const status of [0, 401, 503]) expect((await sendKept(7, tie(status), store)).isSent).toBe(false);
  expect(listKept(7, store)).toEqual([press(2)]);
  expect(await sendKept(7, tie(400), store)).toEqual({ isSent: true, words: ['No.'] });
  expect(listKept(7, store)).toEqual([]);
});

test('one that the shop fails on is tried five times with pauses and put aside; the others go, and its order keeps its order', async () => {
  vi.useFakeTimers();
  const store = makeStore();
  for (const orders of [[1], [2], [1, 3]]) keepPress(7, press(...orders), store);
  const sent: number[][] = [];
  const fails = { isFailing: true };
  const tie = async (orders: number[]) => {
    sent.push(orders);
    if (fails.isFailing && orders.includes(1)) throw new Refusal(500, { detail: 'Something went wrong on our side.' });
    return { orders: orders.map(done) };
  };
  for (let time = 1; time < MOST_TRIES; time++) {
    expect((await sendKept(7, tie, store)).isSent).toBe(false);
    expect((await sendKept(7, tie, store)).isSent).toBe(false);
    vi.advanceTimersByTime(5_000);
  }
  expect((await sendKept(7, tie, store)).isSent).toBe(true);
  expect(sent).toEqual([[1], [1], [1], [1], [1], [2]]);
  const [stuck, behind] = listKept(7, store);
  expect([stuck, behind]).toMatchObject([{ orders: [1], isStuck: true, failed: { times: 5 } }, { orders: [1, 3] }]);

  fails.isFailing = false;
  if (stuck) tryAgain(7, stuck, store);
  expect(await sendKept(7, tie, store)).toEqual({ isSent: true, words: [] });
  vi.useRealTimers();
  // What is tied need not be tied by the second press.
  expect(sent.slice(6)).toEqual([[1], [3]]);
  expect(listKept(7, store)).toEqual([]);
});

test('one that is tied already is what was wanted; anything else is said', async () => {
  const store = makeStore();
  keepPress(7, press(1, 2), store);
  const answer: Pressed[] = [
    { order: 1, done: false, stage: 'tied', words: 'Hana tied order 1 at 10:41.' },
    { order: 2, done: false, stage: 'cancelled', words: 'Order 2 was cancelled: it is not to be tied.' },
  ];
  const { words } = await sendKept(7, async () => ({ orders: answer }), store);
  expect(words).toEqual(['Order 2 was cancelled: it is not to be tied.']);
});

test('one that is taken back before it was sent is never sent, and nobody sends what another pressed', async () => {
  const store = makeStore();
  keepPress(7, press(1, 2), store);
  keepPress(8, press(4), store);
  forgetOrders(7, [2], store);
  expect(listKept(7, store)).toEqual([press(1)]);
  forgetOrders(7, [1], store);
  expect(listKept(7, store)).toEqual([]);
  expect(listKept(8, store)).toEqual([press(4)]);
});

test('a store that somebody broke is empty', () => {
  const store = makeStore();
  store.setItem('desk-kept-presses-7', '{');
  expect(listKept(7, store)).toEqual([]);
});
