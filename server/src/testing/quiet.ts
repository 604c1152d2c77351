import { afterEach, beforeEach, expect, vi } from 'vitest';

const SPOKEN = ['log', 'warn', 'error', 'info', 'debug'] as const;

/** A test that prints has something to say that nobody reads: stray output fails it. */
beforeEach(() => {
  for (const method of SPOKEN) vi.spyOn(console, method).mockImplementation(() => {});
});

afterEach(() => {
  const said = SPOKEN.flatMap((method) => vi.mocked(console[method]).mock.calls);
  vi.restoreAllMocks();
  expect(said, 'stray console output').toEqual([]);
});

const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;
/** Set by a person who wants the contract with the provider tried on its sandbox. */
const SANDBOX = process.env.PAYPAL_CONTRACT_BASE;
const isAllowed = (address: string) => LOOPBACK.test(address) || (SANDBOX && address.startsWith(`${SANDBOX}/`));
const plainFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!isAllowed(address)) throw new Error(`A test reached beyond this machine: ${address}`);
  return plainFetch(input, init);
};
