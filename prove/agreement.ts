import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger } from './ledger-snapshot.ts';
import { requireOpen, type TestEnvironment } from './test-environment.ts';
import { findViolations, type Promised } from './violations.ts';

/** Nothing is promised yet; what the catalogue counts as sold is what it came with. */
export async function promiseNothing({ query }: Pick<TestEnvironment, 'query'>): Promise<Promised> {
  const [before] = await query<{ sold: number }>('select coalesce(sum(sold), 0)::int as sold from products');
  return { soldBefore: before?.sold ?? 0, paid: new Set(), notes: new Map() };
}

/** The first opening of the shop makes its database. */
export async function openFirst(env: TestEnvironment): Promise<Promised> {
  const shop = await requireOpen(env);
  const promised = await promiseNothing(env);
  await shop.kill();
  return promised;
}

/** Waits until the ledgers of the shop and of the provider agree, at most a minute; what is wrong then is a violation. */
export async function awaitAgreement(
  env: TestEnvironment,
  promised: Promised,
): Promise<{ seconds: number; violations: string[] }> {
  const start = performance.now();
  for (;;) {
    const violations = findViolations(await readLedger(env), promised);
    const seconds = (performance.now() - start) / 1000;
    if (violations.length === 0 || seconds > 60) return { seconds, violations };
    await sleep(400);
  }
}
