import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, expect } from 'vitest';
import { forgetCalls, listUnexpected } from './pretend-api.ts';

/** Each test finds a browser in which nothing was done yet. */
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  toast.dismiss();
  const unexpected = listUnexpected();
  forgetCalls();
  expect(unexpected, 'calls that the test did not expect').toEqual([]);
});
