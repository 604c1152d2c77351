import { checkShape } from '../check-shape.ts';
import type { Fault } from '../faults/fault.ts';
import { makeId } from '../ids.ts';
import { type Amount, toPence } from '../money.ts';
import { refundShape } from '../orders/order-shape.ts';
import { refuse, refuseAll } from '../problem.ts';
import { findStoredResponse, REFUNDS_STORED_MS, toStoredResponse, wantsAll } from '../request-id.ts';
import type { Call, Handler, StandIn } from '../stand-in.ts';
import type { CaptureRecord, RefundRecord } from '../store/records.ts';
import { DAY_MS } from '../time.ts';
import { toRefundEvent } from '../webhooks/record-event.ts';
import { toMovement } from './movement.ts';
import { requireCapture } from './payment-calls.ts';
import { readNames, toRefund } from './show-payment.ts';

type RefundRequest = { amount?: Amount; custom_id?: string; invoice_id?: string; note_to_payer?: string };

const LIMIT_MS = 180 * DAY_MS;

/** POST /v2/payments/captures/{id}/refund: all that is left, or the amount asked for. Never more than was captured. */
export const refundCapture: Handler = (standIn, call, fault) => {
  const { store } = standIn;
  refuseAll(checkShape(refundShape, call.body ?? {}));
  const request = (call.body ?? {}) as RefundRequest;
  const capture = requireCapture(standIn, call.params.id);

  const before = findStoredResponse(standIn, call);
  const known = before?.made === undefined ? undefined : store.tables.refunds.get(before.made);
  if (known) return { status: 201, body: show(standIn, known, call) };

  requireRefundable(capture, store.now());
  const left = capture.pence - capture.refundedPence;
  const pence = request.amount ? readAmount(request.amount) : left;
  if (pence > left) throw refuse('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value: request.amount?.value });

  const names = readNames(standIn, capture.orderId);
  const customId = request.custom_id ?? names.custom_id;
  const invoiceId = request.invoice_id ?? names.invoice_id;
  const refund: RefundRecord = {
    id: makeId(),
    captureId: capture.id,
    pence,
    totalRefundedPence: capture.refundedPence + pence,
    createdAt: store.now(),
    ...toStatus(fault, store.now()),
    ...(customId !== undefined && { customId }),
    ...(invoiceId !== undefined && { invoiceId }),
    ...(request.note_to_payer !== undefined && { note: request.note_to_payer }),
  };
  const answers = toStoredResponse(standIn, call, REFUNDS_STORED_MS, { made: refund.id });
  if (refund.status) {
    // What is pending is reserved, so that no other refund gets it.
    const reserved = { ...capture, refundedPence: refund.totalRefundedPence, updatedAt: store.now() };
    store.commit({ put: { captures: refund.status === 'PENDING' ? [reserved] : [], refunds: [refund], answers } });
    return { status: 201, body: show(standIn, refund, call) };
  }
  const refunded = toRefunded(capture, refund.totalRefundedPence, store.now());
  store.commit({
    put: { captures: [refunded], refunds: [refund], answers, ...toRefundEvent(standIn, refund) },
    moved: [toMovement(standIn, refunded, refund)],
  });
  return { status: 201, body: show(standIn, refund, call) };
};

const toRefunded = (capture: CaptureRecord, refundedPence: number, updatedAt: number): CaptureRecord => ({
  ...capture,
  refundedPence,
  status: refundedPence === capture.pence ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
  updatedAt,
});

function toStatus({ refundStatus, pendingRefund }: Fault, now: number): Pick<RefundRecord, 'status' | 'later'> {
  if (refundStatus) return { status: refundStatus };
  if (!pendingRefund) return {};
  const { later, afterSeconds = 60 } = pendingRefund;
  return { status: 'PENDING', ...(later && { later: { status: later, at: now + afterSeconds * 1000 } }) };
}

/** A pending refund is decided: the money goes back, or what was reserved for it is free again. */
export function decideRefund(standIn: StandIn, refund: RefundRecord): void {
  const { store } = standIn;
  const capture = requireCapture(standIn, refund.captureId);
  const { later, status: _, ...rest } = refund;
  if (later?.status !== 'COMPLETED') {
    const free = { ...capture, refundedPence: capture.refundedPence - refund.pence, updatedAt: store.now() };
    store.commit({ put: { captures: [free], refunds: [{ ...rest, status: 'FAILED' }] } });
    return;
  }
  const refunded = toRefunded(capture, capture.refundedPence, store.now());
  store.commit({
    put: { captures: [refunded], refunds: [rest], ...toRefundEvent(standIn, rest) },
    moved: [toMovement(standIn, refunded, rest)],
  });
}

function requireRefundable(capture: CaptureRecord, now: number): void {
  if (capture.status === 'PENDING') throw refuse('PENDING_CAPTURE');
  if (capture.status === 'REFUNDED') throw refuse('CAPTURE_FULLY_REFUNDED');
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') throw refuse('REFUND_NOT_ALLOWED');
  if (now > capture.createdAt + LIMIT_MS) throw refuse('REFUND_TIME_LIMIT_EXCEEDED');
}

function readAmount({ currency_code, value }: Amount): number {
  if (currency_code !== 'GBP') throw refuse('REFUND_CAPTURE_CURRENCY_MISMATCH', { field: '/amount/currency_code' });
  const pence = toPence(value);
  const place = { field: '/amount/value', value };
  if (typeof pence === 'string') throw refuse('DECIMAL_PRECISION', place);
  if (pence <= 0) throw refuse('CANNOT_BE_ZERO_OR_NEGATIVE', place);
  return pence;
}

function show(standIn: StandIn, refund: RefundRecord, call: Call) {
  const { id, status, links, ...rest } = toRefund(standIn, refund);
  return wantsAll(call) ? { id, status, links, ...rest } : { id, status, links };
}
