import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger } from './ledger-snapshot.ts';
import type { Promised } from './promised.ts';
import type { TestEnvironment } from './test-environment.ts';
import { findViolations } from './violations.ts';

const LIMIT_MS = 60_000;

export type Agreement = { seconds: number; violations: string[] };

/** Waits until the shop's books and the provider's agree, at most a minute; what is wrong then is a violation. */
export async function awaitAgreement(
  place: TestEnvironment,
  promised: Promised,
  limitMs = LIMIT_MS,
): Promise<Agreement> {
  const start = performance.now();
  for (;;) {
    const violations = findViolations(await readLedger(place), promised);
    const ms = performance.now() - start;
    if (violations.length === 0 || ms > limitMs) return { seconds: ms / 1000, violations };
    await sleep(400);
  }
}
