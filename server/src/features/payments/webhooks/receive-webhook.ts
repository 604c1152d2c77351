import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNull, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { workForPaypal } from '#server/platform/http/limits/senders.ts';
import { settlePayment } from '../capture/settle-payment.ts';
import { ProviderEvent } from '../paypal/paypal-responses.ts';
import type { ExternalRefund } from '../refunds/add-external-refund.ts';
import { recordExternalRefund, settleOpenRefunds } from '../refunds/record-external-refund.ts';
import { payments, webhookEvents } from '../table.ts';
import { reportUnknownCapture } from '../unknown-money/report-unknown-capture.ts';
import { findPayment } from './find-payment.ts';
import { verifyWebhook } from './verify-webhook.ts';

export const PAYMENT_EVENT = 'payment-event';

/** Verifies an event of PayPal and stores it once; a job processes it later. */
export async function receiveWebhook(
  deps: Deps,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
  network: string,
): Promise<void> {
  await verifyWebhook(deps, headers, body, network);
  workForPaypal();
  const event = readEvent(body);
  await deps.faultPoint('event verified');
  await storeEvent(deps, event);
  await deps.faultPoint('event kept');
}

/** Stores an event once, with the job that processes it unless that is done. */
export async function storeEvent({ clock, db, jobs }: Deps, event: ProviderEvent): Promise<void> {
  await db.transaction(async (tx) => {
    const values = { id: event.id, type: event.event_type, body: event, receivedAt: clock.now() };
    const [stored] = await tx
      .insert(webhookEvents)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id });
    if (stored || (await isWaiting(tx, event.id)))
      await jobs.add(tx, PAYMENT_EVENT, { eventId: event.id }, { key: event.id });
  });
}

async function isWaiting(tx: Transaction, eventId: string): Promise<boolean> {
  const [waiting] = await tx
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, eventId), isNull(webhookEvents.processedAt)));
  return waiting !== undefined;
}

function readEvent(body: Buffer): ProviderEvent {
  try {
    return ProviderEvent.parse(JSON.parse(body.toString()));
  } catch {
    throw new Invalid({ non_field_errors: ['This is not an event of PayPal.'] });
  }
}

/** Settles the payment of an event. Twice, late or out of order does no harm: the state is looked up at PayPal. */
export async function processEvent(deps: Deps, eventId: string): Promise<void> {
  const [row] = await eventStatement(deps.db).execute({ eventId });
  if (!row || row.processedAt) return;
  const event = ProviderEvent.parse(row.body);
  const found = await findPayment(deps, event);
  const payment = found?.id;
  // Once known it stays.
  if (found?.providerOrderId === null) await adoptOrderId(deps, found.id, event);
  await deps.faultPoint('event being followed');
  // Another process has the lease, or PayPal did not respond: the job fails and is retried.
  if (payment && (await settlePayment(deps, payment)) === 'waiting') throw new Error('An event is not settled yet.');
  const as = EXTERNAL_REFUNDS[row.type];
  if (payment && as) await settleOpenRefunds(deps, payment);
  if (!payment) deps.log.warn({ event: eventId, type: row.type }, 'PayPal tells of a payment that we do not know');
  // Mostly nothing else is written: one statement needs no transaction of its own.
  if (payment && !as) return void (await markProcessed(deps, deps.db, eventId));
  await deps.db.transaction(async (tx) => {
    const isFirst = await markProcessed(deps, tx, eventId);
    if (isFirst && payment && as) await recordExternalRefund(deps, tx, payment, as, event);
    if (isFirst && !payment) await reportUnknownCapture(deps, tx, event);
  });
}

const isEvent = eq(webhookEvents.id, sql.placeholder('eventId'));

const eventStatement = preparedFor((db) => db.select().from(webhookEvents).where(isEvent).prepare('find-event'));

/** Whether it was not processed before. */
async function markProcessed({ clock }: Deps, db: Database | Transaction, eventId: string): Promise<boolean> {
  const [processed] = await processedStatement(db).execute({ eventId, now: clock.now() });
  return processed !== undefined;
}

const processedStatement = preparedFor((db) =>
  db
    .update(webhookEvents)
    .set({ processedAt: sql`${sql.placeholder('now')}` })
    .where(and(isEvent, isNull(webhookEvents.processedAt)))
    .returning({ id: webhookEvents.id })
    .prepare('mark-event-processed'),
);

/** Events of money that went back. */
const EXTERNAL_REFUNDS: Record<string, ExternalRefund> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
};

/** If the response with PayPal's order id was lost, the event has it. It is checked at PayPal before it counts. */
async function adoptOrderId({ db }: Deps, paymentId: string, { resource }: ProviderEvent): Promise<void> {
  const named =
    resource.supplementary_data?.related_ids.order_id ?? (resource.purchase_units ? resource.id : undefined);
  if (!named) return;
  await db
    .update(payments)
    .set({ providerOrderId: named })
    .where(and(eq(payments.id, paymentId), isNull(payments.providerOrderId)));
}
