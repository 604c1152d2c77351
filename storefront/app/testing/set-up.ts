import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { closeSession } from '../session/session-store.ts';
import { announce } from '../ui/announce.tsx';
import { forgetCalls, listUnexpected } from './pretend-api.ts';

/** As for journeys: what is only slow, on a machine busy with others, shall not fail. */
configure({ asyncUtilTimeout: 20_000 });

/** The testing library looks for Jest's clock when it waits; ours is pretended by Vitest. */
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

const { origin } = location;

/** Each test finds a browser in which nothing was done yet. Leaving for another document is only written down. */
beforeEach(() => {
  forgetCalls();
  closeSession();
  localStorage.clear();
  sessionStorage.clear();
  // Nothing was announced yet: the same words twice would have a space behind them.
  for (const words of ['-', '']) announce(words);
  window.history.replaceState(null, '', '/');
  vi.spyOn(location, 'replace').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  toast.dismiss();
  expect(listUnexpected(), 'calls that the test did not expect').toEqual([]);
  // Another document would stay for all files of the worker.
  expect(location.origin, 'the test left the page').toBe(origin);
});
