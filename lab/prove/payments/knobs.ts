import type { Random } from '#server/testing/random.ts';
import type { Fault } from '../../../paypal-stand-in/faults/fault.ts';

export type Knob = keyof Fault;

const DECLINES = ['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'PAYER_ACTION_REQUIRED'];

/** A setting for every knob of the provider: one that is added there and not here does not compile. */
export const KNOBS = {
  delayBefore: (random) => ({ delayBefore: random.between(50, 2_000) }),
  delayAfter: (random) => ({ delayAfter: random.between(50, 2_000) }),
  dropBeforeCommit: () => ({ dropBeforeCommit: true }),
  commitThenTimeout: () => ({ commitThenTimeout: 8_000 }),
  commitThen500: () => ({ commitThen500: true }),
  commitThenReset: () => ({ commitThenReset: true }),
  status: (random) => ({ status: random.oneOf([401, 403, 409, 429, 500, 503]) }),
  retryAfter: (random) => ({ status: 429, retryAfter: random.between(1, 3) }),
  malformedJson: () => ({ malformedJson: true }),
  htmlPage: (random) => ({ htmlPage: random.oneOf([200, 502, 503]) }),
  withoutId: () => ({ withoutId: true }),
  wrongAmount: () => ({ wrongAmount: '0.01' }),
  expireOrder: () => ({ expireOrder: true }),
  declineCapture: (random) => ({ declineCapture: random.oneOf(DECLINES) }),
  captureStatus: (random) => ({ captureStatus: random.oneOf(['DECLINED', 'FAILED'] as const) }),
  pendingCapture: (random) => ({
    pendingCapture: { later: random.oneOf(['COMPLETED', 'DENIED'] as const), afterSeconds: random.between(1, 10) },
  }),
  allowDuplicateInvoice: () => ({ allowDuplicateInvoice: true }),
  refundStatus: (random) => ({ refundStatus: random.oneOf(['CANCELLED', 'FAILED'] as const) }),
  pendingRefund: (random) => ({
    pendingRefund: { later: random.oneOf(['COMPLETED', 'FAILED'] as const), afterSeconds: random.between(1, 10) },
  }),
} satisfies Record<Knob, (random: Random) => Fault>;

/** These have no effect when an order is opened. */
export const ONLY_CAPTURES: readonly Knob[] = [
  'expireOrder',
  'declineCapture',
  'captureStatus',
  'pendingCapture',
  'allowDuplicateInvoice',
];

/** These have an effect on refunds alone. */
export const ONLY_REFUNDS: readonly Knob[] = ['refundStatus', 'pendingRefund'];
