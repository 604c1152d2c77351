import type { Fault } from '../../paypal-stand-in/faults/fault.ts';
import type { Random } from '../random.ts';

export type Knob = keyof Fault;

const DECLINES = ['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'PAYER_ACTION_REQUIRED'];

/** A setting for every knob of the provider: one that is added there and not here does not compile. */
export const KNOBS = {
  delayBefore: (dice) => ({ delayBefore: dice.between(50, 2_000) }),
  delayAfter: (dice) => ({ delayAfter: dice.between(50, 2_000) }),
  dropBeforeCommit: () => ({ dropBeforeCommit: true }),
  commitThenTimeout: () => ({ commitThenTimeout: 8_000 }),
  commitThen500: () => ({ commitThen500: true }),
  commitThenReset: () => ({ commitThenReset: true }),
  status: (dice) => ({ status: dice.oneOf([401, 403, 409, 429, 500, 503]) }),
  retryAfter: (dice) => ({ status: 429, retryAfter: dice.between(1, 3) }),
  malformedJson: () => ({ malformedJson: true }),
  htmlPage: (dice) => ({ htmlPage: dice.oneOf([200, 502, 503]) }),
  withoutId: () => ({ withoutId: true }),
  wrongAmount: () => ({ wrongAmount: '0.01' }),
  expireOrder: () => ({ expireOrder: true }),
  declineCapture: (dice) => ({ declineCapture: dice.oneOf(DECLINES) }),
  captureStatus: (dice) => ({ captureStatus: dice.oneOf(['DECLINED', 'FAILED'] as const) }),
  pendingCapture: (dice) => ({
    pendingCapture: { later: dice.oneOf(['COMPLETED', 'DENIED'] as const), afterSeconds: dice.between(1, 10) },
  }),
  allowDuplicateInvoice: () => ({ allowDuplicateInvoice: true }),
} satisfies Record<Knob, (dice: Random) => Fault>;

/** Without meaning when an order is opened. */
export const ONLY_CAPTURES: readonly Knob[] = [
  'expireOrder',
  'declineCapture',
  'captureStatus',
  'pendingCapture',
  'allowDuplicateInvoice',
];
