import { toMovement } from './payments/movement.ts';
import { decideRefund } from './payments/refund-capture.ts';
import type { StandIn } from './stand-in.ts';
import type { CaptureRecord, OrderRecord } from './store/records.ts';
import { toCaptureEvent, toOrderEvent } from './webhooks/record-event.ts';

/** What happens by time alone: pending captures and refunds are decided, approvals that were not captured are reversed. */
export function settleDue(standIn: StandIn): void {
  const { store } = standIn;
  const now = store.now();
  for (const capture of store.tables.captures.values()) {
    if (capture.status === 'PENDING' && capture.later && capture.later.at <= now) decide(standIn, capture);
  }
  for (const refund of store.tables.refunds.values()) {
    if (refund.status === 'PENDING' && refund.later && refund.later.at <= now) decideRefund(standIn, refund);
  }
  for (const order of store.tables.orders.values()) {
    if (order.status === 'APPROVED' && order.expiresAt <= now && !order.reversed) reverse(standIn, order);
  }
}

function decide(standIn: StandIn, capture: CaptureRecord): void {
  const { later, reason: _, ...rest } = capture;
  const decided: CaptureRecord = {
    ...rest,
    status: later?.status === 'COMPLETED' ? 'COMPLETED' : 'DECLINED',
    updatedAt: standIn.store.now(),
  };
  standIn.store.commit({
    put: { captures: [decided], ...toCaptureEvent(standIn, decided, later?.status) },
    ...(decided.status === 'COMPLETED' && { moved: [toMovement(standIn, decided)] }),
  });
}

function reverse(standIn: StandIn, order: OrderRecord): void {
  const reversed: OrderRecord = { ...order, reversed: true };
  standIn.store.commit({
    put: { orders: [reversed], ...toOrderEvent(standIn, reversed, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') },
  });
}
