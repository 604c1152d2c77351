import { and, eq, isNull } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { findPayment } from './find-payment.ts';
import { ProviderEvent } from './paypal-answers.ts';
import { type ExternalRefund, recordExternalRefund } from './record-external-refund.ts';
import { reportUnknownCapture } from './report-unknown-capture.ts';
import { settlePayment } from './settle-payment.ts';
import { payments, webhookEvents } from './table.ts';
import { verifyWebhook } from './verify-webhook.ts';

export const PAYMENT_EVENT = 'payment-event';

/** Takes an event of the provider: checked, kept once, and looked into later. */
export async function receiveWebhook(
  deps: Deps,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
  network: string,
): Promise<void> {
  await verifyWebhook(deps, headers, body, network);
  const event = readEvent(body);
  await deps.faultPoint('event verified');
  await storeEvent(deps, event);
  await deps.faultPoint('event kept');
}

/** Once, with the job that looks into it as long as nobody has. */
export async function storeEvent({ clock, db, jobs }: Deps, event: ProviderEvent): Promise<void> {
  await db.transaction(async (tx) => {
    const values = { id: event.id, type: event.event_type, body: event, receivedAt: clock.now() };
    await tx.insert(webhookEvents).values(values).onConflictDoNothing();
    const [waiting] = await tx
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(and(eq(webhookEvents.id, event.id), isNull(webhookEvents.processedAt)));
    if (waiting) await jobs.add(tx, PAYMENT_EVENT, { eventId: event.id }, { key: event.id });
  });
}

function readEvent(body: Buffer): ProviderEvent {
  try {
    return ProviderEvent.parse(JSON.parse(body.toString()));
  } catch {
    throw new Invalid({ non_field_errors: ['This is not an event of PayPal.'] });
  }
}

/** Looks into what an event is about. Doing it twice, late or out of order changes nothing: the provider is asked. */
export async function followEvent(deps: Deps, eventId: string): Promise<void> {
  const [row] = await deps.db.select().from(webhookEvents).where(eq(webhookEvents.id, eventId));
  if (!row || row.processedAt) return;
  const event = ProviderEvent.parse(row.body);
  const payment = await findPayment(deps, event);
  if (payment) await adoptOrderId(deps, payment, event);
  await deps.faultPoint('event being followed');
  // Somebody else has it in hand, or the provider did not answer: what the event told is not known yet, so it comes again.
  if (payment && (await settlePayment(deps, payment)) === 'waiting') throw new Error('An event is not settled yet.');
  if (!payment) deps.log.warn({ event: eventId, type: row.type }, 'PayPal tells of a payment that we do not know');
  await deps.db.transaction(async (tx) => {
    const [followed] = await tx
      .update(webhookEvents)
      .set({ processedAt: deps.clock.now() })
      .where(and(eq(webhookEvents.id, eventId), isNull(webhookEvents.processedAt)))
      .returning();
    const as = DEPARTURES[row.type];
    if (followed && payment && as) await recordExternalRefund(deps, tx, payment, as, event.resource.amount);
    if (followed && !payment) await reportUnknownCapture(deps, tx, event);
  });
}

/** Events that tell of money leaving an order that was paid for. */
const DEPARTURES: Record<string, ExternalRefund> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
};

/** The answer that named it was lost with the process: the event names it too. What it says is checked at the provider. */
async function adoptOrderId({ db }: Deps, paymentId: string, { resource }: ProviderEvent): Promise<void> {
  const named =
    resource.supplementary_data?.related_ids.order_id ?? (resource.purchase_units ? resource.id : undefined);
  if (!named) return;
  await db
    .update(payments)
    .set({ providerOrderId: named })
    .where(and(eq(payments.id, paymentId), isNull(payments.providerOrderId)));
}
