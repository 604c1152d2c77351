import type { Database, Transaction } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';

export type Reported = { claim: { id: number; isOpen: boolean } | null; replacedBy: number | null };

/**
 * Whether damaged flowers were reported of an order, and which order sends them once more for nothing. Claims are a feature further
 * right, so that their table is named here without it.
 */
export async function findReported(db: Database | Transaction, orderId: number): Promise<Reported> {
  const { rows } = await db.execute<{ claim: number | null; is_open: boolean; replaced_by: number | null }>(sql`
    select claims.id as claim, claims.id is not null and claims.answered_at is null as is_open,
      (select id from orders where replaces_order_id = asked.id) as replaced_by
    from (select ${orderId}::integer as id) as asked left join claims on claims.order_id = asked.id`);
  const { claim = null, is_open = false, replaced_by = null } = rows[0] ?? {};
  return { claim: claim === null ? null : { id: claim, isOpen: is_open }, replacedBy: replaced_by };
}

/** Why the desk cannot send an order somewhere else meanwhile: the same flowers would go to two doors. */
export function whyNotWhileReported({ claim, replacedBy }: Reported): string | null {
  if (claim === null) return null;
  if (claim.isOpen) return waits(claim.id);
  return replacedBy === null ? null : `Its flowers were reported as damaged, and order ${replacedBy} replaces them.`;
}

/** Why the desk cannot cancel it meanwhile: money would go back for what may be replaced a moment later. */
export const whyNotCancelReported = ({ claim }: Reported): string | null => (claim?.isOpen ? waits(claim.id) : null);

const waits = (claim: number): string => `Claim ${claim} waits for an answer: answer it first.`;
