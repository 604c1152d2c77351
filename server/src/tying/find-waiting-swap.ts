import type { Transaction } from '../database/connect.ts';
import { and, eq, inArray } from '../database/drizzle.ts';
import { findCancelRequest } from '../orders/find-cancel-request.ts';
import { swaps } from './table.ts';

/** Why an order cannot be tied though it is its turn: a flower is missing, and its buyer has not agreed yet; or its buyer asked to cancel it. */
export async function findWaitingSwap(tx: Transaction, orderId: number): Promise<string | undefined> {
  const [waiting] = await tx
    .select({ flower: swaps.flower, state: swaps.state })
    .from(swaps)
    .where(and(eq(swaps.orderId, orderId), inArray(swaps.state, ['asked', 'call'])))
    .limit(1);
  if (!waiting) {
    const request = await findCancelRequest(tx, orderId);
    return request?.answeredAt === null
      ? `The buyer of order ${orderId} asked to cancel it: cancel it, or decline, before it is tied.`
      : undefined;
  }
  return waiting.state === 'asked'
    ? `Order ${orderId} waits for its buyer, who was asked about ${waiting.flower}.`
    : `The buyer of order ${orderId} wants a call about ${waiting.flower}.`;
}
