import { toEmbeddedCapture, toRefund } from '../payments/show-payment.ts';
import { CARD, EMAIL, PAYEE, PERSON } from '../pretended-people.ts';
import type { StandIn } from '../stand-in.ts';
import type { OrderRecord } from '../store/records.ts';
import { toTime } from '../time.ts';

/** As long as PayPal's. */
export const payerOf = ({ id, payer }: OrderRecord): string => payer ?? id.slice(0, 13);

export function toPaymentSource(order: OrderRecord): Record<string, unknown> {
  const { funding } = order;
  if (funding === 'card') return { card: CARD };
  if (funding === undefined) return { paypal: {} };
  const address = { country_code: 'GB' };
  return {
    paypal: { email_address: EMAIL, account_id: payerOf(order), account_status: 'VERIFIED', name: PERSON, address },
  };
}

function toLinks({ url }: StandIn, { id, status }: OrderRecord) {
  const self = `${url}/v2/checkout/orders/${id}`;
  const show = { href: self, rel: 'self', method: 'GET' };
  const change = [
    { href: self, rel: 'update', method: 'PATCH' },
    { href: `${self}/capture`, rel: 'capture', method: 'POST' },
  ];
  const buyer = `${url}/checkoutnow?token=${id}`;
  switch (status) {
    case 'CREATED':
      return [show, { href: buyer, rel: 'approve', method: 'GET' }, ...change];
    case 'PAYER_ACTION_REQUIRED':
      return [show, { href: buyer, rel: 'payer-action', method: 'GET' }];
    case 'APPROVED':
      return [show, ...change];
    case 'COMPLETED':
      return [show];
  }
}

/** `Prefer: return=minimal`: the id, the status and where to go next. */
export function toMinimalOrder(standIn: StandIn, order: OrderRecord) {
  return { id: order.id, status: order.status, links: toLinks(standIn, order) };
}

/** `Prefer: return=representation`, and the response to GET. */
export function toOrder(standIn: StandIn, order: OrderRecord) {
  const { tables } = standIn.store;
  const captures = [...tables.captures.values()].filter(({ orderId }) => orderId === order.id);
  const refunds = [...tables.refunds.values()].filter(({ captureId }) => captures.some(({ id }) => id === captureId));
  const [unit] = order.request.purchase_units;
  const { id, status, links } = toMinimalOrder(standIn, order);
  return {
    id,
    intent: order.request.intent,
    status,
    ...((order.funding || order.request.payment_source) && { payment_source: toPaymentSource(order) }),
    purchase_units: [
      {
        ...unit,
        payee: PAYEE,
        ...(captures.length > 0 && {
          payments: {
            captures: captures.map((capture) => toEmbeddedCapture(standIn, capture)),
            ...(refunds.length > 0 && { refunds: refunds.map((refund) => toRefund(standIn, refund)) }),
          },
        }),
      },
    ],
    ...(order.funding && {
      payer: { name: PERSON, email_address: EMAIL, payer_id: payerOf(order), address: { country_code: 'GB' } },
    }),
    create_time: toTime(order.createdAt),
    ...(order.updatedAt > order.createdAt && { update_time: toTime(order.updatedAt) }),
    links,
  };
}
