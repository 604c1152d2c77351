import type { OrderStage } from '#contract/orders.ts';

/** Every move there is. An order that was never paid for becomes a cart again instead of moving. */
export const ORDER_MOVES = {
  'awaiting payment': ['to tie'],
  'to tie': ['tied', 'cancelled'],
  tied: ['out', 'to tie'],
  out: ['delivered', 'not delivered', 'tied'],
  'not delivered': ['to tie', 'out'],
  delivered: ['out'],
  cancelled: [],
} as const satisfies Record<OrderStage, readonly OrderStage[]>;

/** The usual way of an order. */
const NEXT: Partial<Record<OrderStage, OrderStage>> = {
  'awaiting payment': 'to tie',
  'to tie': 'tied',
  tied: 'out',
  out: 'delivered',
  'not delivered': 'out',
};

/**
 * The moves that lead from one stage to another; undefined if none do. A florist who marks an order as delivered has tied it and
 * brought it out as well: each of these is a move of its own, so that none is skipped silently. Back it goes by single moves.
 */
export function findMoves(from: OrderStage, to: OrderStage): OrderStage[] | undefined {
  if ((ORDER_MOVES[from] as readonly OrderStage[]).includes(to)) return [to];
  const moves: OrderStage[] = [];
  for (let stage = NEXT[from]; stage !== undefined; stage = NEXT[stage]) {
    moves.push(stage);
    if (stage === to) return moves;
  }
  return undefined;
}
