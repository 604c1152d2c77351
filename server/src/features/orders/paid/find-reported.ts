import type { OrderStage } from '#contract/orders.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

export type Reported = { claim: { id: number; isOpen: boolean } | null; replacedBy: number | null };

/**
 * Whether damaged flowers were reported of orders, and which order sends them once more for nothing. Claims are a feature further
 * right, so that their table is named here without it.
 */
export async function listReported(
  db: Database | Transaction,
  orderIds: readonly number[],
): Promise<Map<number, Reported>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await db.execute<Row>(sql`
    select asked.id, claims.id as claim, claims.id is not null and claims.answered_at is null as is_open,
      (select id from orders where replaces_order_id = asked.id) as replaced_by
    from unnest(${sql.param(orderIds)}::integer[]) as asked (id) left join claims on claims.order_id = asked.id`);
  return new Map(
    rows.map(({ id, claim, is_open, replaced_by }) => [
      id,
      { claim: claim === null ? null : { id: claim, isOpen: is_open }, replacedBy: replaced_by },
    ]),
  );
}

type Row = { id: number; claim: number | null; is_open: boolean; replaced_by: number | null };

/** The same of one order. */
export async function findReported(db: Database | Transaction, orderId: number): Promise<Reported> {
  return (await listReported(db, [orderId])).get(orderId) ?? { claim: null, replacedBy: null };
}

/** Why the desk cannot give an order another day or door meanwhile: the same flowers would be sent twice. */
export function whyNotWhileReported({ claim, replacedBy }: Reported): string | null {
  if (claim?.isOpen) return waits(claim.id);
  return replacedBy === null ? null : replaces(replacedBy);
}

/**
 * Why flowers are not sent, or not once more. Those that have not left are still owed to their door while a claim waits; those that
 * came back wait with it.
 */
export function whyNotSend(stage: OrderStage, { claim, replacedBy }: Reported): string | null {
  if (!MAY_LEAVE.includes(stage)) return null;
  if (replacedBy !== null) return replaces(replacedBy);
  return claim?.isOpen && stage === 'not delivered' ? waits(claim.id) : null;
}

/** What is out comes back if nobody is in. */
const MAY_LEAVE: readonly OrderStage[] = ['to tie', 'tied', 'out', 'not delivered'];

/** Why the desk cannot cancel it meanwhile: money would go back for what may be replaced a moment later. */
export const whyNotCancelReported = ({ claim }: Reported): string | null => (claim?.isOpen ? waits(claim.id) : null);

const waits = (claim: number): string => `Claim ${claim} waits for an answer: answer it first.`;
const replaces = (order: number): string => `Order ${order} replaces it: it is not sent again.`;
