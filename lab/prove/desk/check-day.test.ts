import { expect, test } from 'vitest';
import { checkDay, type WholeDay } from './check-day.ts';
import type { BenchPress, EventRow, PhonePress } from './presses.ts';

const [HANA, DEV, USER] = [3, 4, 7];

const move = (id: number, before: string, after: string, more: Partial<EventRow> = {}): EventRow => ({
  id,
  order: 1,
  staff: HANA,
  what: 'stage',
  before,
  after,
  at: id * 100,
  pressedAt: null,
  ...more,
});

const press = (label: string, sentAt: number, more: Partial<BenchPress> = {}): BenchPress => ({
  staff: HANA,
  order: 1,
  label,
  sentAt,
  answer: { at: sentAt + 50, done: true },
  ...more,
});

const handedOver = (more: Partial<PhonePress> = {}): PhonePress => ({
  staff: DEV,
  order: 1,
  key: 'a',
  outcome: 'handed over',
  pressedAt: 290,
  sentAt: 390,
  isRefused: false,
  answers: [{ at: 450, done: true }],
  wasUnclear: false,
  ...more,
});

const arrival = (id: number, more: Partial<EventRow> = {}) =>
  move(id, 'out', 'delivered', { staff: DEV, at: 400, pressedAt: 290, ...more });
const tryOf = (id: number, more: Partial<EventRow> = {}): EventRow => ({
  ...arrival(id),
  what: 'handover',
  before: null,
  after: 'handed over',
  ...more,
});

/** Tied, out with its van, and handed over by the driver. */
const whole = (): WholeDay => ({
  orders: [{ id: 1, user: USER, stage: 'delivered', tied: 0 }],
  events: [move(1, 'to tie', 'tied'), move(2, 'tied', 'out'), tryOf(3), arrival(4)],
  runs: [{ id: 1, hasLeft: true, loggedTimes: 1 }],
  letters: [`${USER} order-dispatched`, `${USER} order-delivered`],
  keys: new Set(['a']),
  bench: [press('to tie → tied', 90)],
  phone: [handedOver()],
});

test('finds nothing in a day on which all is well', () => {
  expect(checkDay(whole())).toEqual([]);
});

test('a press that was answered has its event', () => {
  const day = whole();
  day.bench.push(press('tied → to tie', 160));
  expect(checkDay(day)).toEqual(['tied → to tie of order 1 was answered as done by 3, and has no event']);
});

test('a press that was not answered may have one, once', () => {
  const day = { ...whole(), bench: [{ staff: HANA, order: 1, label: 'to tie → tied', sentAt: 20 }] };
  expect(checkDay(day)).toEqual([]);
  expect(checkDay({ ...day, bench: [] })).toEqual(['event 1 of order 1, to tie → tied, was pressed by nobody']);
});

test('stages follow from each other by allowed moves, and end where the order stands', () => {
  const skipped = whole();
  skipped.events = [move(1, 'to tie', 'out'), tryOf(3), arrival(4)];
  expect(checkDay(skipped)).toContain('order 1 moved from to tie to out');
  const broken = whole();
  broken.events[1] = move(2, 'not delivered', 'out');
  expect(checkDay(broken)).toEqual(['order 1 was tied, and the next event begins with not delivered']);
  const elsewhere = whole();
  elsewhere.orders[0] = { id: 1, user: USER, stage: 'out', tied: 0 };
  expect(checkDay(elsewhere)).toEqual(['order 1 is out, and its events end with delivered']);
});

test('one press on a phone makes one event, and is answered as done once', () => {
  const doubled = whole();
  doubled.events.push(tryOf(5));
  expect(checkDay(doubled)).toEqual(['handed over of order 1, key a, has 2 events']);
  const twice = { ...whole(), phone: [handedOver({ answers: [1, 2].map(() => ({ at: 450, done: true })) })] };
  expect(checkDay(twice)).toEqual(['handed over of order 1, key a, was answered as done 2 times']);
  const never = { ...whole(), phone: [handedOver({ answers: [{ at: 450, done: false }] })] };
  expect(checkDay(never)).toEqual(['handed over of order 1, key a, was never done, and has an event']);
  const perhaps = { ...whole(), phone: [handedOver({ answers: [{ at: 450, done: false }], wasUnclear: true })] };
  expect(checkDay(perhaps)).toEqual([]);
  expect(checkDay({ ...whole(), keys: new Set() })).toEqual(['the press a was answered, and its key is not kept']);
});

test('events stand in the order of presses that did not overlap', () => {
  const day = whole();
  const [tied] = day.bench as [BenchPress];
  // It was answered before the order was tied.
  day.phone = [handedOver({ sentAt: 10, answers: [{ at: 20, done: true }] })];
  expect(checkDay(day)).toEqual(['event 1 of order 1 stands before one that was answered earlier']);
  expect(tied.sentAt).toBeGreaterThan(20);
});

test('counts of bouquets follow from each other', () => {
  const counted = (id: number, before: string, after: string) => move(id, before, after, { what: 'tied' });
  const day = {
    ...whole(),
    orders: [{ id: 1, user: USER, stage: 'to tie' as const, tied: 2 }],
    letters: [],
    phone: [],
  };
  day.runs = [];
  day.events = [counted(1, '0 of 3 Lark', '1 of 3 Lark'), counted(2, '1 of 3 Lark', '2 of 3 Lark')];
  day.bench = [press('1 tied', 90), press('2 tied', 190)];
  expect(checkDay(day)).toEqual([]);
  day.events[1] = counted(2, '0 of 3 Lark', '2 of 3 Lark');
  expect(checkDay(day)).toEqual(['of order 1 1 were tied, and the next event begins with 0']);
});

test('letters are written once each, and a run leaves once', () => {
  const day = whole();
  day.letters.push(`${USER} order-delivered`);
  day.runs[0] = { id: 1, hasLeft: true, loggedTimes: 2 };
  expect(checkDay(day)).toEqual(['run 1 is logged as leaving 2 times', `letters to ${USER} order-delivered: 2 of 1`]);
});

test('of what arrived at once the letter that it has left may be missing, of what arrived later it may not', () => {
  const day = { ...whole(), letters: [`${USER} order-delivered`] };
  expect(checkDay(day)).toEqual([]);
  const later = day.events.map((event) => (event.after === 'delivered' ? { ...event, at: 100_000 } : event));
  expect(checkDay({ ...day, events: later })).toContain(`letters to ${USER} order-dispatched: 0 of 1`);
});
