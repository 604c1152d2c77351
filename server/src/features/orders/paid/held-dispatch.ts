import type { OrderStage } from '#contract/orders.ts';

/** So long after flowers have left it can be taken back. Until then no letter tells of it. */
export const HELD_SECONDS = 60;

/** What left after the present moment, by another machine's clock, is not held until then. */
export const isHeld = (leftAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - leftAt.getTime()) < HELD_SECONDS * 1000;

/**
 * An order as its buyer and its recipient may see it: what has left and may still be taken back is tied, which is so either way.
 * The page says that it has left when the letter does.
 */
type Shown = { stage: OrderStage | null; dispatched_at: string | null };
export function hideHeld<T extends Shown>(order: T, now: Date): T {
  const isHidden = order.stage === 'out' && order.dispatched_at !== null && isHeld(new Date(order.dispatched_at), now);
  return isHidden ? { ...order, stage: 'tied', dispatched_at: null } : order;
}
