import { setTimeout as sleep } from 'node:timers/promises';
import { readBooks } from './books.ts';
import type { Place } from './place.ts';
import { findViolations, type Promised } from './violations.ts';

const LIMIT_MS = 60_000;

export type Agreement = { seconds: number; violations: string[] };

/** Waits until the shop's books and the provider's agree, at most a minute; what is wrong then is a violation. */
export async function awaitAgreement(place: Place, promised: Promised, limitMs = LIMIT_MS): Promise<Agreement> {
  const start = performance.now();
  for (;;) {
    const violations = findViolations(await readBooks(place), promised);
    const ms = performance.now() - start;
    if (violations.length === 0 || ms > limitMs) return { seconds: ms / 1000, violations };
    await sleep(400);
  }
}
