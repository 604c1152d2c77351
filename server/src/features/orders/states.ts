import type { OrderStage } from '#contract/orders.ts';

// The states of orders, payments and refunds, and every move between them. Columns are written by move-order.ts,
// move-payment.ts and move-refund.ts alone, which refuse any other move. docs/decisions/payments.md draws the usual path.

export const PAYMENT_STATES = [
  /** The row is committed; PayPal has not confirmed yet that it opened an order for it. */
  'new',
  /** Opened at PayPal; the buyer may approve it there. */
  'created',
  /** Committed to capturing; PayPal's response is not known yet. The cart is frozen, as in the next two. */
  'capturing',
  /** The response to the capture was lost or unclear; it is looked up until it is clear. */
  'unknown',
  /** PayPal accepted the capture and has not decided yet. */
  'pending',
  /** The money is here and the order is completed. */
  'captured',
  /** PayPal refused for good; no money moved. */
  'declined',
  /** The cart, a price or the delivery day changed before the capture: we never capture it. */
  'superseded',
  /** Not approved in time, so PayPal has deleted it. */
  'expired',
  /** Money was taken that belongs to no order, and is owed to the buyer. */
  'refunding',
  /** That money has gone back. */
  'refunded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * What PayPal may show of a payment that we never captured, or no longer do: a page can capture its own order behind
 * our back, and an event can bring the money of a payment that ended here.
 */
const FOUND_AT_PAYPAL = ['captured', 'declined', 'refunding', 'refunded'] as const;
/** How a capture ends. Back to `created` means that the buyer may choose another way to pay. */
const CAPTURE_ENDS = ['created', 'expired', ...FOUND_AT_PAYPAL] as const;

const MOVES = {
  new: ['created', 'superseded', 'expired', ...FOUND_AT_PAYPAL],
  created: ['capturing', 'superseded', 'expired', ...FOUND_AT_PAYPAL],
  capturing: ['unknown', 'pending', ...CAPTURE_ENDS],
  unknown: ['pending', ...CAPTURE_ENDS],
  pending: CAPTURE_ENDS,
  captured: [],
  declined: FOUND_AT_PAYPAL,
  superseded: FOUND_AT_PAYPAL,
  expired: FOUND_AT_PAYPAL,
  refunding: ['refunded'],
  refunded: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

/** The states from which a payment may move to another. */
export type StateBefore<To extends PaymentState> = {
  [From in PaymentState]: To extends (typeof MOVES)[From][number] ? From : never;
}[PaymentState];

/** Throws at a move that is not listed. Staying in a state is no move. */
export function requireMove(from: PaymentState, to: PaymentState): void {
  const moves: readonly PaymentState[] = MOVES[from];
  if (from !== to && !moves.includes(to)) throw new Error(`A payment cannot move from ${from} to ${to}.`);
}

/** `asked`: PayPal may not know of it yet. `unclear`: PayPal was asked and did not say. Both are settled by asking again. */
export const REFUND_STATES = ['asked', 'unclear', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Their end is not known here: PayPal is asked again. */
export const OPEN_REFUNDS: readonly RefundState[] = ['asked', 'unclear'];

/** Every move there is. A failed refund leaves its money to be refunded by another. */
const REFUND_MOVES = {
  asked: ['unclear', 'done', 'failed'],
  unclear: ['done', 'failed'],
  done: [],
  failed: [],
} as const satisfies Record<RefundState, readonly RefundState[]>;

/** Throws at a move that is not listed. Staying in a state is no move. */
export function requireRefundMove(from: RefundState, to: RefundState): void {
  const moves: readonly RefundState[] = REFUND_MOVES[from];
  if (from !== to && !moves.includes(to)) throw new Error(`A refund cannot move from ${from} to ${to}.`);
}

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

type States = readonly PaymentState[];

/** A capture is under way, and the cart is frozen. */
export const BEING_CAPTURED: States = ['capturing', 'unknown', 'pending'];
/** Money is here or on its way: at most one payment of an order, by a unique index. */
export const LIVE: States = [...BEING_CAPTURED, 'captured'];
/** Their end is not known here: it is looked up at PayPal. */
export const UNSETTLED: States = ['created', ...BEING_CAPTURED, 'refunding'];
/** Every payment that the sweeper still has to bring to an end. */
export const UNFINISHED: States = ['new', ...UNSETTLED];
/**
 * Ended for us, and still looked up for some hours: a page may capture them behind our back, and then the money goes
 * back.
 */
export const SWEPT_AFTER_END: States = ['superseded', 'declined'];

const HOUR = 60 * 60 * 1000;
/** PayPal deletes an order that was not approved and captured within three hours; with a margin we call it expired. */
export const EXPIRES_AFTER_MS = 3.5 * HOUR;
/** Before that PayPal cannot have deleted it: "not found" is then an error, and no proof that no money moved. */
export const NOT_FOUND_COUNTS_AFTER_MS = 4 * HOUR;
