import { expect, test } from 'vitest';
import { planDay, SECONDS } from './plan-day.ts';
import { HOURS, MODEL, PEAK_HOUR, singlesPerOrder } from './traffic-model.ts';

const FILES = 10;
const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

test('the hours of the model are a whole day', () => {
  expect(HOURS).toHaveLength(24);
  expect(sum(HOURS)).toBeCloseTo(100);
});

test('the seconds of the peak hour are as full as that hour is, and the day is in order', () => {
  const orders = 20_000;
  const { arrivals, peak } = planDay(orders, FILES, 1);
  const perOrder = sum(Object.values(singlesPerOrder(FILES))) + sum(Object.values(MODEL.carts));
  const perSecond = (orders * (HOURS[PEAK_HOUR] ?? 0) * perOrder) / 100 / 3_600;
  const atPeak = arrivals.filter(({ hour }) => hour === PEAK_HOUR);
  expect(atPeak.length / SECONDS.peak / perSecond).toBeCloseTo(1, 1);
  expect(atPeak.every(({ atMs }) => atMs >= peak[0] && atMs < peak[1])).toBe(true);
  expect(arrivals.map(({ atMs }) => atMs)).toEqual(arrivals.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
});

test('a seed repeats its day, another is another day', () => {
  expect(planDay(500, FILES, 7)).toEqual(planDay(500, FILES, 7));
  expect(planDay(500, FILES, 8)).not.toEqual(planDay(500, FILES, 7));
});
