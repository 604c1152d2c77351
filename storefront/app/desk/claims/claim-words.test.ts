import { expect, test } from 'vitest';
import { describeOutcome } from './claim-words.tsx';

const CLOSED = { replacement: null, answer: null, refunded: null };

test('what became of a claim is said in a word, and with what it cost', () => {
  const replacement = { order: 12, delivery_date: '2026-11-17' };
  expect(describeOutcome({ ...CLOSED, answer: 'Two heads were brown.', refunded: 12.5 })).toBe('Refunded £12.50');
  expect(describeOutcome({ ...CLOSED, replacement })).toBe('Replaced by order 12, for Tuesday 17 November');
  expect(describeOutcome({ ...CLOSED, answer: 'Cold water.' })).toBe('Answered');
  expect(describeOutcome(CLOSED)).toBe('Closed');
});
