import { expect, test } from 'vitest';
import { readPounds } from './read-pounds.ts';

test.each([
  ['36', 36],
  [' £36.50 ', 36.5],
  ['£1,234.5', 1234.5],
  ['0.01', 0.01],
])('%s is a price', (typed, pounds) => expect(readPounds(typed)).toBe(pounds));

test.each(['', '£', '36.505', '36,5', '-3', '1e3', 'free', '12,34', '36.', 'NaN', '١٢'])('%s is none', (typed) =>
  expect(readPounds(typed)).toBeUndefined(),
);
