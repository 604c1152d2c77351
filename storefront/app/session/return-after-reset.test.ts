import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberReturn, takeReturn } from './return-after-reset.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.useFakeTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the page asked for is given once', () => {
  rememberReturn('/history/6');
  expect(takeReturn()).toBe('/history/6');
  expect(takeReturn()).toBeUndefined();
});

test('asking without a page forgets an earlier one', () => {
  rememberReturn('/history/6');
  rememberReturn(undefined);
  expect(takeReturn()).toBeUndefined();
});

test('it is not kept longer than the link in the letter works', () => {
  rememberReturn('/history/6');
  vi.advanceTimersByTime(2 * 60 * 60 * 1000);
  expect(takeReturn()).toBeUndefined();
});

test('what cannot be read, or may not be, is no page', () => {
  localStorage.setItem('return_after_reset', '{"path": 7}');
  expect(takeReturn()).toBeUndefined();
  localStorage.setItem('return_after_reset', 'not json');
  expect(takeReturn()).toBeUndefined();
  vi.stubGlobal('localStorage', undefined);
  rememberReturn('/cart');
  expect(takeReturn()).toBeUndefined();
});
