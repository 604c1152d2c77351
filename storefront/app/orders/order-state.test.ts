import { describe, expect, test } from 'vitest';
import { arrivalDay, describeState, explainCompleted, formatDayInTime, isReceived, orderState } from './order-state.ts';

const NOW = new Date('2026-11-16T10:00:00Z');
const PAID = { delivery_date: '2026-11-17', dispatched_at: null, delivered_at: null };

describe('orderState', () => {
  test('goes from being prepared to delivered as the florist marks it', () => {
    expect(orderState(PAID, NOW)).toBe('Being prepared');
    expect(orderState({ ...PAID, dispatched_at: '2026-11-17T06:00:00Z' }, NOW)).toBe('On its way');
    expect(
      orderState({ ...PAID, dispatched_at: '2026-11-17T06:00:00Z', delivered_at: '2026-11-17T09:00:00Z' }, NOW),
    ).toBe('Delivered');
  });

  test('takes the last word even if the one before was forgotten', () => {
    expect(orderState({ ...PAID, delivered_at: '2026-11-17T09:00:00Z' }, NOW)).toBe('Delivered');
  });
});

describe('a cancelled order', () => {
  const CANCELLED = { ...PAID, replaces: null, stage: 'cancelled', amount_to_pay: 35 } as const;

  test('says so, before its day and after, and is never received', () => {
    for (const now of [NOW, new Date('2026-11-20T10:00:00Z')]) {
      expect(orderState(CANCELLED, now)).toBe('Cancelled');
      expect(isReceived(CANCELLED, now)).toBe(false);
    }
  });

  test('says whether its money has gone back', () => {
    expect(explainCompleted({ ...CANCELLED, refunded: 0 }, NOW)).toBe('Cancelled, your money is on its way back');
    expect(explainCompleted({ ...CANCELLED, refunded: 35 }, NOW)).toBe('Cancelled, and all of it refunded');
  });
});

describe('orderState before anything is tied', () => {
  test('is booked until the eve of its day', () => {
    expect(orderState({ ...PAID, delivery_date: '2026-11-18' }, NOW)).toBe('Booked');
    expect(orderState({ ...PAID, delivery_date: '2026-11-18' }, new Date('2026-11-17T00:00:00Z'))).toBe(
      'Being prepared',
    );
    expect(orderState({ ...PAID, delivery_date: '2026-11-24', dispatched_at: NOW.toISOString() }, NOW)).toBe(
      'On its way',
    );
  });
});

describe('explainCompleted', () => {
  test.each([
    [{}, NOW, 'Paid for, flowers still to come'],
    [{ delivered_at: '2026-11-17T09:00:00Z' }, NOW, 'Paid for, and delivered'],
    [{}, new Date('2026-11-18T10:00:00Z'), 'Paid for'],
    [{ replaces: 4 }, NOW, 'Nothing to pay, flowers still to come'],
  ])('%j at %s: %s', (marks, now, words) => {
    expect(explainCompleted({ ...PAID, replaces: null, ...marks }, now)).toBe(words);
  });
});

describe('orderState of a day that is over', () => {
  test('claims nothing that nobody marked', () => {
    const dayAfter = new Date('2026-11-18T10:00:00Z');
    expect(orderState(PAID, dayAfter)).toBeUndefined();
    expect(orderState({ ...PAID, dispatched_at: '2026-11-17T06:00:00Z' }, dayAfter)).toBeUndefined();
    expect(orderState({ ...PAID, delivery_date: null }, dayAfter)).toBe('Being prepared');
  });
});

describe('arrivalDay', () => {
  test('is the promised day until it has arrived, then the day it did', () => {
    expect(arrivalDay(PAID, NOW)).toBe('Tuesday 17 November');
    expect(arrivalDay({ ...PAID, delivered_at: '2026-11-18T09:00:00Z' }, NOW)).toBe('Wednesday 18 November');
  });

  test('is a day in London, whatever the hour', () => {
    expect(arrivalDay({ ...PAID, delivered_at: '2026-07-01T23:30:00Z' }, NOW)).toBe('Thursday 2 July');
  });

  test('is not made up where none was set', () => {
    expect(arrivalDay({ ...PAID, delivery_date: null }, NOW)).toBeUndefined();
  });
});

describe('formatDayInTime', () => {
  test('names the year only if it is another', () => {
    expect(formatDayInTime('2026-02-14', NOW)).toBe('Saturday 14 February');
    expect(formatDayInTime('2025-12-24', NOW)).toBe('Wednesday 24 December 2025');
  });
});

const EVENING = new Date('2026-07-17T22:30:00Z'); // 23.30 in London
const order = (marks: object) => ({ ...PAID, delivery_date: '2026-07-17', ...marks });

describe('describeState', () => {
  test('tells the last thing that was written down, with its time in London', () => {
    const dispatched_at = '2026-07-17T06:05:00Z';
    expect(describeState(order({}), EVENING)).toBe('Being prepared');
    expect(describeState(order({ dispatched_at }), EVENING)).toBe('On its way since 07:05, Friday 17 July');
    expect(describeState(order({ dispatched_at, delivered_at: '2026-07-17T23:10:00Z' }), EVENING)).toBe(
      'Delivered Saturday 18 July',
    );
  });

  test('claims nothing of an order whose day is over and that nobody marked', () => {
    expect(describeState(order({ delivery_date: '2026-07-16' }), EVENING)).toBeUndefined();
  });
});

describe('isReceived', () => {
  test('holds once it is delivered, or from the day after its day in London', () => {
    expect(isReceived(order({}), EVENING)).toBe(false);
    expect(isReceived(order({}), new Date('2026-07-17T23:00:00Z'))).toBe(true);
    expect(isReceived(order({ delivery_date: '2026-07-20', delivered_at: '2026-07-17T08:00:00Z' }), EVENING)).toBe(
      true,
    );
    expect(isReceived(order({ delivery_date: null }), EVENING)).toBe(false);
  });

  test('is not told by the calendar while the buyer waits to hear whether it is cancelled', () => {
    const later = new Date('2026-07-20T09:00:00Z');
    expect(isReceived(order({}), later, true)).toBe(false);
    expect(isReceived(order({ delivered_at: '2026-07-17T08:00:00Z' }), later, true)).toBe(true);
  });
});
