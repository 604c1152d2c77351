import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

const METHODS = ['log', 'warn', 'error', 'info', 'debug'] as const;

/** Stray console output fails a test. */
beforeEach(() => {
  for (const method of METHODS) vi.spyOn(console, method).mockImplementation(() => {});
});

afterEach(() => {
  const printed = METHODS.flatMap((method) => vi.mocked(console[method]).mock.calls);
  vi.restoreAllMocks();
  expect(printed, 'stray console output').toEqual([]);
});

/** Test files share a process: what one put in place of something of the browser is not there for the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;
/** Set by hand to test the contract with PayPal on its sandbox. */
const SANDBOX = process.env.PAYPAL_CONTRACT_BASE;
const isAllowed = (address: string) => LOOPBACK.test(address) || (SANDBOX && address.startsWith(`${SANDBOX}/`));
const plainFetch = globalThis.fetch;

const fetchHere: typeof fetch & { isHere?: true } = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!isAllowed(address)) throw new Error(`A test reached beyond this machine: ${address}`);
  return plainFetch(input, init);
};
fetchHere.isHere = true;
// Once in each process: an earlier file may have done it.
if (!('isHere' in plainFetch)) globalThis.fetch = fetchHere;
