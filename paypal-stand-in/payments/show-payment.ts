import { feePence, toAmount } from '../money.ts';
import { PAYEE } from '../pretended-people.ts';
import type { StandIn } from '../stand-in.ts';
import type { CaptureRecord, RefundRecord } from '../store/records.ts';
import { toTime } from '../time.ts';

/** The ids of the order, repeated on each of its captures. */
export function readNames({ store }: StandIn, orderId: string): { invoice_id?: string; custom_id?: string } {
  const unit = store.tables.orders.get(orderId)?.request.purchase_units[0];
  return {
    ...(unit?.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
    ...(unit?.custom_id !== undefined && { custom_id: unit.custom_id }),
  };
}

/** A capture inside its order. */
export function toEmbeddedCapture(standIn: StandIn, capture: CaptureRecord) {
  const { id, orderId, status, reason, pence, createdAt, updatedAt } = capture;
  const self = `${standIn.url}/v2/payments/captures/${id}`;
  const took = status !== 'DECLINED' && status !== 'FAILED' && status !== 'PENDING';
  return {
    id,
    status,
    ...(reason !== undefined && { status_details: { reason } }),
    amount: toAmount(pence),
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(took && {
      seller_receivable_breakdown: {
        gross_amount: toAmount(pence),
        paypal_fee: toAmount(feePence(pence)),
        net_amount: toAmount(pence - feePence(pence)),
      },
    }),
    ...readNames(standIn, orderId),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${standIn.url}/v2/checkout/orders/${orderId}`, rel: 'up', method: 'GET' },
    ],
    create_time: toTime(createdAt),
    update_time: toTime(updatedAt),
  };
}

/** A capture by itself, with the id of its order. */
export function toCapture(standIn: StandIn, capture: CaptureRecord) {
  return {
    ...toEmbeddedCapture(standIn, capture),
    payee: PAYEE,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  };
}

export function toRefund(standIn: StandIn, refund: RefundRecord) {
  const {
    id,
    captureId,
    status = 'COMPLETED',
    pence,
    totalRefundedPence,
    invoiceId,
    customId,
    note,
    createdAt,
  } = refund;
  return {
    id,
    status,
    amount: toAmount(pence),
    ...(invoiceId !== undefined && { invoice_id: invoiceId }),
    ...(customId !== undefined && { custom_id: customId }),
    ...(note !== undefined && { note_to_payer: note }),
    seller_payable_breakdown: {
      gross_amount: toAmount(pence),
      paypal_fee: toAmount(0),
      net_amount: toAmount(pence),
      total_refunded_amount: toAmount(totalRefundedPence),
    },
    payer: PAYEE,
    create_time: toTime(createdAt),
    update_time: toTime(createdAt),
    links: [
      { href: `${standIn.url}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${standIn.url}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
    ],
  };
}
