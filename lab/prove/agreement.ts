import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger } from './ledger-snapshot.ts';
import { type HowToOpen, requireOpen, type TestEnvironment } from './test-environment.ts';
import { findViolations } from './violations.ts';

/** Nothing is promised yet; what the catalogue counts as sold is what it came with. */
export async function countSoldBefore({ query, promised }: TestEnvironment): Promise<void> {
  const [before] = await query<{ sold: number }>('select coalesce(sum(sold), 0)::int as sold from products');
  promised.soldBefore = before?.sold ?? 0;
}

/** The first opening of the shop makes its database. */
export async function openFirst(env: TestEnvironment, how?: HowToOpen): Promise<void> {
  const shop = await requireOpen(env, how);
  await countSoldBefore(env);
  await shop.kill();
}

/** Waits until the ledgers of the shop and of the provider agree, at most a minute; what is wrong then is a violation. */
export async function awaitAgreement(env: TestEnvironment): Promise<{ seconds: number; violations: string[] }> {
  const start = performance.now();
  for (;;) {
    const violations = findViolations(await readLedger(env), env.promised);
    const seconds = (performance.now() - start) / 1000;
    if (violations.length === 0 || seconds > 60) return { seconds, violations };
    await sleep(400);
  }
}
