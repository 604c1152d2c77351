import type { Transaction } from '../database/connect.ts';
import { and, eq, inArray } from '../database/drizzle.ts';
import { swaps } from './table.ts';

/** Why an order cannot be tied though it is its turn: a flower is missing, and its buyer has not agreed yet. */
export async function findWaitingSwap(tx: Transaction, orderId: number): Promise<string | undefined> {
  const [waiting] = await tx
    .select({ flower: swaps.flower, state: swaps.state })
    .from(swaps)
    .where(and(eq(swaps.orderId, orderId), inArray(swaps.state, ['asked', 'call'])))
    .limit(1);
  if (!waiting) return undefined;
  return waiting.state === 'asked'
    ? `Order ${orderId} waits for its buyer, who was asked about ${waiting.flower}.`
    : `The buyer of order ${orderId} wants a call about ${waiting.flower}.`;
}
