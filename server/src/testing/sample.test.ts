import { expect, test } from 'vitest';
import { createSampler } from './sample.ts';

const items = Array.from({ length: 90 }, (_, number) => number);

test('without a seed everything is tried', () => {
  const whole = createSampler(undefined);
  expect([whole.pick(9, items), whole.times(9, 90)]).toEqual([items, 90]);
});

test('with a seed a part of it is, in its order, the same each time', () => {
  const some = createSampler('1').pick(9, items);
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(30);
  expect(some).toEqual(some.toSorted((one, other) => one - other));
  expect(createSampler('1').pick(9, items)).toEqual(some);
  expect(createSampler('1').times(9, 91)).toBe(11);
});

test('what is drawn is drawn whatever stands beside it', () => {
  const { pick } = createSampler('1');
  expect(pick(2, items.slice(30))).toEqual(pick(2, items).filter((item) => item >= 30));
});

test('other seeds try the others: in time everything is', () => {
  const seen = new Set(Array.from({ length: 200 }, (_, seed) => createSampler(`s${seed}`).pick(9, items)).flat());
  expect(seen.size).toBe(items.length);
});

test('of a few at least one is tried', () => {
  expect(createSampler('1').pick(9, ['only'])).toEqual(['only']);
});

test('of a range one number in so many, and with other seeds the others', () => {
  expect([...createSampler(undefined).range(3, 1, 7)]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const some = [...createSampler('1').range(3, 1, 100)];
  expect(some.length).toBeGreaterThan(32);
  expect(new Set(some.map((number) => number % 3)).size).toBe(1);
  const seen = new Set(Array.from({ length: 50 }, (_, seed) => [...createSampler(`s${seed}`).range(3, 1, 7)]).flat());
  expect([...seen].toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
