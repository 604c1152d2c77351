import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { findCancelRequest, isOpen } from './find-cancel-request.ts';
import { findReported, whyNotSend } from './find-reported.ts';

/**
 * Why an order cannot be tied though it is its turn: another replaces it; a flower is missing, and its buyer has not agreed yet; or its
 * buyer asked to cancel it. Swaps are a feature further right, so that their table is named here without it.
 */
export async function whyNotTie(tx: Transaction, orderId: number): Promise<string | undefined> {
  const replaced = whyNotSend('to tie', await findReported(tx, orderId));
  if (replaced !== null) return `Order ${orderId} is not tied. ${replaced}`;
  const { rows } = await tx.execute<{ flower: string; state: string }>(sql`
    select flower, state from swaps where order_id = ${orderId} and state in ('asked', 'call') limit 1`);
  const [waiting] = rows;
  if (waiting)
    return waiting.state === 'asked'
      ? `Order ${orderId} waits for its buyer, who was asked about ${waiting.flower}.`
      : `The buyer of order ${orderId} wants a call about ${waiting.flower}.`;
  return isOpen(await findCancelRequest(tx, orderId))
    ? `The buyer of order ${orderId} asked to cancel it: cancel it, or decline, before it is tied.`
    : undefined;
}
