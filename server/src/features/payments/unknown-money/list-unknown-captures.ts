import type { Deps } from '#server/deps.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import { type ProviderEvent, toPence } from '../paypal/paypal-responses.ts';
import { type Invoice, readInvoice } from '../receipt/invoice.ts';
import { payments } from '../table.ts';
import { findPayment } from '../webhooks/find-payment.ts';
import { earliestListed, listEvents } from '../webhooks/list-events.ts';

/** Money that PayPal captured for an invoice of a shop like this one, and for no payment that this shop knows. */
export type UnknownCapture = Invoice & {
  captureId: string;
  invoice: string;
  /** What of it has not been refunded. */
  pence: number;
  takenAt: Date;
};

/** Of all events that PayPal still lists, the oldest first. What was refunded or reversed since is left out. */
export async function listUnknownCaptures(
  deps: Pick<Deps, 'clock' | 'db' | 'paypal'>,
): Promise<{ since: Date; captures: UnknownCapture[] }> {
  const now = deps.clock.now();
  const since = earliestListed(now);
  const events = await listEvents(deps, since, now);
  const installation = await findInstallation(deps.db);
  const candidates = events.flatMap((event) => {
    const capture = toUnknownCapture(event, installation);
    return capture ? [{ event, capture }] : [];
  });
  const known = await findKnown(
    deps,
    candidates.map(({ capture }) => capture.captureId),
  );
  const captures = new Map<string, UnknownCapture>();
  for (const { event, capture } of candidates) {
    if (known.has(capture.captureId) || (await findPayment(deps, event))) continue;
    const pence = capture.pence - refundedPence(events, capture.captureId);
    if (pence > 0) captures.set(capture.captureId, { ...capture, pence });
  }
  return { since, captures: [...captures.values()] };
}

/** Which of these captures are of payments: nearly all of a month's, so they are asked for by one statement. */
async function findKnown({ db }: Pick<Deps, 'db'>, ids: string[]): Promise<Set<string | null>> {
  const { captureId } = payments;
  const rows = await db
    .select({ captureId })
    .from(payments)
    .where(eq(captureId, sql`any(${sql.param(ids)}::text[])`));
  return new Set(rows.map((row) => row.captureId));
}

/** The capture that an event is about; undefined if it is about something else, or not of a shop like this one. */
export function toUnknownCapture(event: ProviderEvent, installation: string): UnknownCapture | undefined {
  if (event.event_type !== 'PAYMENT.CAPTURE.COMPLETED') return undefined;
  const { id: captureId, invoice_id: invoice = '', amount } = event.resource;
  const read = readInvoice(invoice, installation);
  const pence = toPence(amount);
  if (!captureId || !read || pence === undefined) return undefined;
  return { ...read, captureId, invoice, pence, takenAt: new Date(event.create_time ?? Number.NaN) };
}

const REFUND_EVENTS = ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED'];

/** What of a capture was refunded or reversed already, in pence. */
export function refundedPence(events: readonly ProviderEvent[], captureId: string): number {
  return events
    .filter(({ event_type, resource }) => REFUND_EVENTS.includes(event_type) && captureOf(resource) === captureId)
    .reduce((sum, { resource }) => sum + (toPence(resource.amount) ?? 0), 0);
}

/** A refund names its capture by a link. */
const captureOf = ({ id, links = [] }: ProviderEvent['resource']): string | undefined =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href?.split('/')
    .at(-1) ?? id;
