import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

/** The advisory lock of the rules of delivery, any numbers that nothing else uses. */
const RULES_LOCK = sql.raw('71401, 0');

/**
 * Nobody changes the rules until the transaction ends: a column of a statement before the one that reads them, since a
 * statement does not see what was committed while it waited. Many transactions hold it at once.
 */
export const SHARE_RULES = sql<string>`pg_advisory_xact_lock_shared(${RULES_LOCK})`;

/** The same as a statement of its own. */
export async function shareRules(tx: Transaction): Promise<void> {
  await tx.execute(sql`select ${SHARE_RULES}`);
}

/**
 * Waits for every order that is being placed by the rules as they were, and keeps others waiting until the transaction ends: once
 * it has, no order takes a place by the old rules.
 */
export async function lockRules(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${RULES_LOCK})`);
}
