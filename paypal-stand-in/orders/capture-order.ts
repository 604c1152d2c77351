import { checkShape } from '../check-shape.ts';
import type { Fault } from '../faults/fault.ts';
import { makeId } from '../ids.ts';
import { toMovement } from '../payments/movement.ts';
import { refuse, refuseAll } from '../problem.ts';
import { findStoredResponse, ORDERS_STORED_MS, toStoredResponse, wantsAll } from '../request-id.ts';
import type { Call, Handler, StandIn } from '../stand-in.ts';
import type { CaptureRecord, OrderRecord } from '../store/records.ts';
import { toCaptureEvent } from '../webhooks/record-event.ts';
import { requireOrder } from './order-calls.ts';
import { captureShape } from './order-shape.ts';
import { toMinimalOrder, toOrder } from './show-order.ts';

/** POST /v2/checkout/orders/{id}/capture: captures once. A repeat with the same request id gets the same response. */
export const captureOrder: Handler = (standIn, call, fault) => {
  const { store } = standIn;
  refuseAll(checkShape(captureShape, call.body ?? {}));
  const order = requireOrder(standIn, call.params.id);

  const before = findStoredResponse(standIn, call);
  if (before?.refused) throw refuse(before.refused);
  if (before) return { status: 200, body: show(standIn, order, call) };

  if (order.status === 'COMPLETED') throw refuse('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw refuse('ORDER_NOT_APPROVED');
  const declined = fault.declineCapture ?? order.refuses;
  if (declined !== undefined) {
    store.commit({ put: { answers: toStoredResponse(standIn, call, ORDERS_STORED_MS, { refused: declined }) } });
    throw refuse(declined);
  }
  if (!fault.allowDuplicateInvoice && isInvoiceCaptured(standIn, order)) throw refuse('DUPLICATE_INVOICE_ID');

  const capture = makeCapture(standIn, order, fault);
  const completed: OrderRecord = { ...order, status: 'COMPLETED', updatedAt: store.now() };
  store.commit({
    put: {
      orders: [completed],
      captures: [capture],
      answers: toStoredResponse(standIn, call, ORDERS_STORED_MS, { made: capture.id }),
      ...toCaptureEvent(standIn, capture),
    },
    ...(capture.status === 'COMPLETED' && { moved: [toMovement(standIn, capture)] }),
  });
  return { status: 201, body: show(standIn, completed, call) };
};

function makeCapture({ store }: StandIn, order: OrderRecord, fault: Fault): CaptureRecord {
  const at = store.now();
  const base = { id: makeId(), orderId: order.id, pence: order.pence, refundedPence: 0, createdAt: at, updatedAt: at };
  if (fault.captureStatus) return { ...base, status: fault.captureStatus };
  if (!fault.pendingCapture) return { ...base, status: 'COMPLETED' };
  const { reason = 'PENDING_REVIEW', later, afterSeconds = 60 } = fault.pendingCapture;
  return {
    ...base,
    status: 'PENDING',
    reason,
    ...(later && { later: { status: later, at: at + afterSeconds * 1000 } }),
  };
}

/** The account setting "block duplicate invoices", which a shop should have switched on. */
function isInvoiceCaptured({ store }: StandIn, order: OrderRecord): boolean {
  const invoice = order.request.purchase_units[0].invoice_id;
  if (invoice === undefined) return false;
  return [...store.tables.captures.values()].some(({ orderId, status }) => {
    if (status === 'DECLINED' || status === 'FAILED') return false;
    return store.tables.orders.get(orderId)?.request.purchase_units[0].invoice_id === invoice;
  });
}

const show = (standIn: StandIn, order: OrderRecord, call: Call) =>
  wantsAll(call) ? toOrder(standIn, order) : toMinimalOrder(standIn, order);
