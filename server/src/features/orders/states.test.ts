import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { requireMove, requireRefundMove, type StateBefore } from './states.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('a move that is not listed is refused', () => {
  expect(() => requireMove('created', 'capturing')).not.toThrow();
  expect(() => requireMove('pending', 'pending')).not.toThrow();
  expect(() => requireMove('captured', 'refunding')).toThrow('A payment cannot move from captured to refunding.');
});

test('the compiler refuses a move that is not listed', () => {
  const listed: StateBefore<'capturing'> = 'created';
  // @ts-expect-error: what was superseded is never captured by us.
  const unlisted: StateBefore<'capturing'> = 'superseded';
  expect(listed).not.toBe(unlisted);
});

test('no other code of the shop writes the state of a payment', () => {
  const files = globSync('**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const writers = files.filter((file) => {
    const updates = readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/update\(payments\)(.*?)\.where\(/gs);
    return [...updates].some(([update]) => /\bstate:(?! movedState\()/.test(update));
  });
  expect(writers).toEqual(['features/payments/capture/move-payment.ts']);
});

test('a refund that is done or failed stays so', () => {
  expect(() => requireRefundMove('asked', 'unclear')).not.toThrow();
  expect(() => requireRefundMove('unclear', 'unclear')).not.toThrow();
  expect(() => requireRefundMove('done', 'failed')).toThrow('A refund cannot move from done to failed.');
  expect(() => requireRefundMove('failed', 'done')).toThrow('A refund cannot move from failed to done.');
});

test('no other code of the shop adds a refund or writes its state', () => {
  const files = globSync('**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const writers = files.filter((file) => {
    const source = readFileSync(`${ROOT}/${file}`, 'utf8');
    const updates = source.matchAll(/update\(refunds\)(.*?)\.where\(/gs);
    return /insert\(refunds\)/.test(source) || [...updates].some(([update]) => /\bstate:/.test(update));
  });
  expect(writers).toEqual(['features/payments/refunds/move-refund.ts']);
});
