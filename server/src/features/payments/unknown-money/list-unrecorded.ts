import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type ProviderEvent, toPence } from '../paypal/paypal-responses.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { type PaymentRow, payments } from '../table.ts';
import { findPayment } from '../webhooks/find-payment.ts';
import { earliestListed, listEvents } from '../webhooks/list-events.ts';

/** What PayPal did with a payment that this shop knows, and of which the shop has nothing written down yet. */
export type Unrecorded = {
  what: 'captured' | 'refunded' | 'reversed';
  orderId: number;
  /** PayPal's id of the capture or of the refund. */
  providerId: string;
  pence: number;
  at: Date;
  /** How the shop has the payment meanwhile. */
  state: PaymentRow['state'];
};

const KINDS: Record<string, Unrecorded['what']> = {
  'PAYMENT.CAPTURE.COMPLETED': 'captured',
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
};

/** States in which the shop knows that PayPal has the money, or had it. */
const MONEY_IS_HERE: PaymentRow['state'][] = ['captured', 'refunding', 'refunded'];

/** Of all events that PayPal still lists, the oldest first. Reads only: events and sweeps bring each to its end. */
export async function listUnrecorded(deps: Pick<Deps, 'clock' | 'db' | 'paypal'>): Promise<Unrecorded[]> {
  const now = deps.clock.now();
  const events = await listEvents(deps, earliestListed(now), now);
  const found: Unrecorded[] = [];
  for (const event of events) {
    const what = KINDS[event.event_type];
    const pence = toPence(event.resource.amount);
    if (!what || pence === undefined) continue;
    const payment = await findRow(deps, event);
    if (!payment || (await isRecorded(deps, payment, what, event))) continue;
    const { orderId, state } = payment;
    found.push({
      what,
      orderId,
      state,
      pence,
      providerId: event.resource.id ?? '',
      at: new Date(event.create_time ?? Number.NaN),
    });
  }
  return found;
}

async function findRow(deps: Pick<Deps, 'db'>, event: ProviderEvent): Promise<PaymentRow | undefined> {
  const id = (await findPayment(deps, event))?.id;
  if (!id) return undefined;
  const [row] = await deps.db.select().from(payments).where(eq(payments.id, id));
  return row;
}

async function isRecorded(
  { db }: Pick<Deps, 'db'>,
  { id, captureId, state }: PaymentRow,
  what: Unrecorded['what'],
  { resource }: ProviderEvent,
): Promise<boolean> {
  if (what === 'captured') return MONEY_IS_HERE.includes(state);
  const known = (await listRefunds(db, id)).map(({ providerRefundId }) => providerRefundId);
  // A reversal may be told with the id of its capture; its row has then a name that is made from it.
  return known.includes(resource.id ?? '') || known.includes(`${what} ${captureId ?? id}`);
}
