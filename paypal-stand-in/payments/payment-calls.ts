import { refuse } from '../problem.ts';
import type { Handler, StandIn } from '../stand-in.ts';
import type { CaptureRecord } from '../store/records.ts';
import { toCapture, toRefund } from './show-payment.ts';

export function requireCapture({ store }: StandIn, id: string | undefined): CaptureRecord {
  const capture = store.tables.captures.get(id ?? '');
  if (!capture) throw refuse('INVALID_RESOURCE_ID', { field: 'capture_id', value: id, location: 'path' });
  return capture;
}

/** GET /v2/payments/captures/{id} */
export const findCapture: Handler = (standIn, { params }) => ({
  status: 200,
  body: toCapture(standIn, requireCapture(standIn, params.id)),
});

/** GET /v2/payments/refunds/{id} */
export const findRefund: Handler = (standIn, { params }) => {
  const refund = standIn.store.tables.refunds.get(params.id ?? '');
  if (!refund) throw refuse('INVALID_RESOURCE_ID', { field: 'refund_id', value: params.id, location: 'path' });
  return { status: 200, body: toRefund(standIn, refund) };
};
