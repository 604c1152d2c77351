import { Conflict } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

/** The id of an advisory lock, any number that nothing else uses: imports run one after the other. */
export const CATALOGUE_LOCK = 5_150_313;
/** Of whoever gives a bouquet a name or a code: no two may have the same. */
const NAMES_LOCK = 5_150_314;

/**
 * An import compares the file with all bouquets before it writes: until the transaction ends none begins, and while one runs
 * nothing is changed that it would overwrite.
 */
export async function requireNoImport(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${CATALOGUE_LOCK}) as free`,
  );
  if (!rows[0]?.free) throw new Conflict('A file is being imported just now. Please try again in a moment.');
}

export async function lockNames(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${NAMES_LOCK})`);
}
