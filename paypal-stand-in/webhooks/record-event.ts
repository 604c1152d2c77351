import { makeEventId, makeId } from '../ids.ts';
import { toOrder, toPaymentSource } from '../orders/show-order.ts';
import { toCapture, toRefund } from '../payments/show-payment.ts';
import type { StandIn } from '../stand-in.ts';
import type { Change } from '../store/open-store.ts';
import type { CaptureRecord, DeliveryRecord, EventRecord, OrderRecord, RefundRecord } from '../store/records.ts';

type News = { type: string; resourceType: string; summary: string; transactionId: string; resource: unknown };
type Rows = Pick<NonNullable<Change['put']>, 'events' | 'deliveries'>;

/** The event and one delivery for each webhook that wants it: rows to commit together with what they report. */
export function toEvent({ store, url }: StandIn, news: News): Rows {
  const id = makeEventId();
  const self = `${url}/v1/notifications/webhooks-events/${id}`;
  const event: EventRecord = {
    id,
    at: store.now(),
    type: news.type,
    transactionId: news.transactionId,
    body: JSON.stringify({
      id,
      create_time: new Date(store.now()).toISOString(),
      resource_type: news.resourceType,
      event_type: news.type,
      summary: news.summary,
      resource: news.resource,
      links: [
        { href: self, rel: 'self', method: 'GET' },
        { href: `${self}/resend`, rel: 'resend', method: 'POST' },
      ],
      event_version: '1.0',
      resource_version: '2.0',
    }),
  };
  const wanted = [...store.tables.webhooks.values()].filter(({ eventTypes }) => {
    return eventTypes.includes('*') || eventTypes.includes(news.type);
  });
  return { events: [event], deliveries: wanted.map((webhook) => toDelivery(event.id, webhook.id, dueAt(store))) };
}

const dueAt = (store: StandIn['store']) => store.now() + store.knobs.delaySeconds * 1000;

export function toDelivery(eventId: string, webhookId: string, nextAt: number): DeliveryRecord {
  return { id: makeId(), eventId, webhookId, state: 'queued', attempts: 0, nextAt };
}

const CAPTURE_NEWS = {
  COMPLETED: ['PAYMENT.CAPTURE.COMPLETED', 'Payment completed'],
  PENDING: ['PAYMENT.CAPTURE.PENDING', 'Payment pending'],
  DENIED: ['PAYMENT.CAPTURE.DENIED', 'Payment denied'],
  DECLINED: ['PAYMENT.CAPTURE.DECLINED', 'Payment declined'],
  FAILED: ['PAYMENT.CAPTURE.DECLINED', 'Payment failed'],
} as const;

/** A capture was made or decided; `outcome` names an end that its status does not tell apart. */
export function toCaptureEvent(standIn: StandIn, capture: CaptureRecord, outcome?: 'COMPLETED' | 'DENIED'): Rows {
  const { status } = capture;
  const told = outcome ?? (status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED' ? 'COMPLETED' : status);
  const [type, what] = CAPTURE_NEWS[told];
  const resource = toCapture(standIn, capture);
  const summary = `${what} for £ ${resource.amount.value} GBP`;
  return toEvent(standIn, { type, resourceType: 'capture', summary, transactionId: capture.id, resource });
}

export function toRefundEvent(standIn: StandIn, refund: RefundRecord): Rows {
  const resource = toRefund(standIn, refund);
  return toEvent(standIn, {
    type: 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A £ ${resource.amount.value} GBP capture payment was refunded`,
    transactionId: refund.id,
    resource,
  });
}

export function toOrderEvent(
  standIn: StandIn,
  order: OrderRecord,
  type: 'CHECKOUT.ORDER.APPROVED' | 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
): Rows {
  if (type === 'CHECKOUT.ORDER.APPROVED') {
    return toEvent(standIn, {
      type,
      resourceType: 'checkout-order',
      summary: 'An order has been approved by the buyer',
      transactionId: order.id,
      resource: toOrder(standIn, order),
    });
  }
  const { reference_id, custom_id, invoice_id } = order.request.purchase_units[0];
  return toEvent(standIn, {
    type,
    resourceType: 'payment',
    summary: 'A payment was reversed after approval',
    transactionId: order.id,
    resource: {
      order_id: order.id,
      purchase_units: [{ reference_id, custom_id, invoice_id }],
      payment_source: toPaymentSource(order),
    },
  });
}
