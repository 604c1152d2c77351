import type { StandIn } from '../stand-in.ts';
import type { CaptureRecord, Movement, RefundRecord } from '../store/records.ts';
import { readNames } from './show-payment.ts';

/** The ledger entry of a capture or of a refund. */
export function toMovement(
  standIn: StandIn,
  capture: CaptureRecord,
  refund?: RefundRecord,
): Omit<Movement, 'n' | 'time' | 'currency_code'> {
  const { invoice_id = null, custom_id = null } = readNames(standIn, capture.orderId);
  return {
    kind: refund ? 'refund' : 'capture',
    order_id: capture.orderId,
    capture_id: capture.id,
    refund_id: refund?.id ?? null,
    pence: refund ? -refund.pence : capture.pence,
    invoice_id,
    custom_id,
  };
}
