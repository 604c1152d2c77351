import type { Deps } from '#server/deps.ts';
import { PaypalRefused } from '../paypal/paypal-problems.ts';
import type { UnknownCapture } from './list-unknown-captures.ts';

/** What came of it: refunded now, on its way, refunded before by someone else, or refused by PayPal. */
export type Refunded = 'now' | 'pending' | 'before' | 'refused';

/** Refunds what is left of a capture. Only a person's command calls it. Called again, it refunds once. */
export async function refundUnknownCapture(
  { paypal }: Pick<Deps, 'paypal'>,
  { captureId, origin }: UnknownCapture,
): Promise<Refunded> {
  if (origin === 'elsewhere') throw new Error('The money of another installation is not ours to give back.');
  try {
    const { status } = await paypal.refundCapture(captureId, `refund-stray-${captureId}`);
    if (status === 'FAILED' || status === 'CANCELLED') return 'refused';
    return status === 'COMPLETED' ? 'now' : 'pending';
  } catch (error) {
    if (!(error instanceof PaypalRefused)) throw error;
    return error.issue === 'CAPTURE_FULLY_REFUNDED' ? 'before' : 'refused';
  }
}
