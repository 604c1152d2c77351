import type { Deps } from '#server/deps.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { type BuyerKey, WHOSE } from '#server/features/payments/own-orders/buyer-keys.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, gt, inArray, lt, sql } from '#server/platform/database/drizzle.ts';
import { claimKeys } from './table.ts';

/** So long after one report a person looks at the next one of the same person, payer or door. */
export const REPEATED_WITHIN_DAYS = 60;
const WITHIN_MS = REPEATED_WITHIN_DAYS * 24 * 60 * 60 * 1000;

const sinceWhen = ({ clock }: Pick<Deps, 'clock'>): Date => new Date(clock.now().getTime() - WITHIN_MS);

/** More would not be read. */
const MOST_NAMED = 5;

/**
 * Who reported damage of other orders lately, in words for the desk: the person, the payer, buyers for the same address. Each order is
 * named once; that of a replacement's first flowers is known.
 */
export async function findRepeated(
  deps: Pick<Deps, 'clock'>,
  db: Database | Transaction,
  { id, replacesOrderId }: Pick<OrderRow, 'id' | 'replacesOrderId'>,
  keys: readonly BuyerKey[],
): Promise<string[]> {
  const isTheirs = inArray(
    claimKeys.key,
    keys.map(({ key }) => key),
  );
  const rows = await db
    .select()
    .from(claimKeys)
    .where(and(isTheirs, gt(claimKeys.at, sinceWhen(deps))))
    .orderBy(desc(claimKeys.orderId));
  const named = new Set([id, replacesOrderId]);
  const said: string[] = [];
  for (const whose of WHOSE) {
    const key = keys.find((one) => one.whose === whose)?.key;
    const others = rows.filter((row) => row.key === key && !named.has(row.orderId)).map((row) => row.orderId);
    for (const other of others) named.add(other);
    if (others.length > 0)
      said.push(`${whose} reported damage in the last ${REPEATED_WITHIN_DAYS} days: ${list(others)}.`);
  }
  return said;
}

function list(orders: readonly number[]): string {
  const more = orders.length > MOST_NAMED ? ` and ${orders.length - MOST_NAMED} more` : '';
  return `order${orders.length === 1 ? '' : 's'} ${orders.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** One after the other, of all that count together: two at once are counted one by one. Called with keys in their order. */
export async function lockRepeated(tx: Transaction, keys: readonly BuyerKey[]): Promise<void> {
  for (const { key } of keys)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('claim ' || ${key}, 0))`);
}

/** Counts a report, whatever comes of it. */
export async function countClaim(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  orderId: number,
  keys: readonly BuyerKey[],
): Promise<void> {
  const at = clock.now();
  await tx
    .insert(claimKeys)
    .values(keys.map(({ key }) => ({ key, orderId, at })))
    .onConflictDoNothing();
}

/** Nothing of them is needed for longer than they count. */
export async function deleteOldClaimKeys(deps: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await deps.db.delete(claimKeys).where(lt(claimKeys.at, sinceWhen(deps)));
}
