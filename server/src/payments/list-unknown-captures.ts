import type { Deps } from '../deps.ts';
import { findInstallation } from '../installation/find-installation.ts';
import { findPayment } from './find-payment.ts';
import { type Invoice, readInvoice } from './invoice.ts';
import { earliestRemembered, listEvents } from './list-events.ts';
import { type ProviderEvent, toPence } from './paypal-answers.ts';

/** Money that PayPal took for an invoice of a shop like this one, and for no payment that this shop knows. */
export type UnknownCapture = Invoice & {
  captureId: string;
  invoice: string;
  /** What PayPal still holds of it. */
  pence: number;
  takenAt: Date;
};

/** Of all that PayPal remembers, the oldest first. What has been given back or fetched back since is left out. */
export async function listUnknownCaptures(
  deps: Pick<Deps, 'clock' | 'db' | 'paypal'>,
): Promise<{ since: Date; captures: UnknownCapture[] }> {
  const now = deps.clock.now();
  const since = earliestRemembered(now);
  const events = await listEvents(deps, since, now);
  const installation = await findInstallation(deps.db);
  const captures = new Map<string, UnknownCapture>();
  for (const event of events) {
    const capture = toUnknownCapture(event, installation);
    if (!capture || (await findPayment(deps, event))) continue;
    const pence = capture.pence - goneFrom(events, capture.captureId);
    if (pence > 0) captures.set(capture.captureId, { ...capture, pence });
  }
  return { since, captures: [...captures.values()] };
}

/** What an event says of money that was taken; nothing if it tells of something else, or of no shop like this one. */
export function toUnknownCapture(event: ProviderEvent, installation: string): UnknownCapture | undefined {
  if (event.event_type !== 'PAYMENT.CAPTURE.COMPLETED') return undefined;
  const { id: captureId, invoice_id: invoice = '', amount } = event.resource;
  const read = readInvoice(invoice, installation);
  const pence = toPence(amount);
  if (!captureId || !read || pence === undefined) return undefined;
  return { ...read, captureId, invoice, pence, takenAt: new Date(event.create_time ?? Number.NaN) };
}

const LEFT = ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED'];

/** What of a capture has gone back already, in pence. */
export function goneFrom(events: readonly ProviderEvent[], captureId: string): number {
  return events
    .filter(({ event_type, resource }) => LEFT.includes(event_type) && captureOf(resource) === captureId)
    .reduce((sum, { resource }) => sum + (toPence(resource.amount) ?? 0), 0);
}

/** A refund names the capture it is of by a link. */
const captureOf = ({ id, links = [] }: ProviderEvent['resource']): string | undefined =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href?.split('/')
    .at(-1) ?? id;
