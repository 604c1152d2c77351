import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consumeReturnPath, storeReturnPath } from './return-after-reset.ts';

const HOUR_MS = 60 * 60 * 1000;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.useFakeTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the page asked for is returned once', () => {
  storeReturnPath('/history/6');
  expect(consumeReturnPath()).toBe('/history/6');
  expect(consumeReturnPath()).toBeUndefined();
});

test('asking without a page clears an earlier one', () => {
  storeReturnPath('/history/6');
  storeReturnPath(undefined);
  expect(consumeReturnPath()).toBeUndefined();
});

test('it is stored as long as the link in the letter works, and no longer', () => {
  storeReturnPath('/history/6');
  vi.advanceTimersByTime(3 * HOUR_MS - 1);
  expect(consumeReturnPath()).toBe('/history/6');
  storeReturnPath('/history/6');
  vi.advanceTimersByTime(3 * HOUR_MS);
  expect(consumeReturnPath()).toBeUndefined();
});

test('what cannot be read, or may not be, is no page', () => {
  localStorage.setItem('return_after_reset', '{"path": 7}');
  expect(consumeReturnPath()).toBeUndefined();
  localStorage.setItem('return_after_reset', 'not json');
  expect(consumeReturnPath()).toBeUndefined();
  vi.stubGlobal('localStorage', undefined);
  storeReturnPath('/cart');
  expect(consumeReturnPath()).toBeUndefined();
});
