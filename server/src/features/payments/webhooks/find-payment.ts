import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import type { ProviderEvent } from '../paypal/paypal-responses.ts';
import { type PaymentRow, payments } from '../table.ts';

type Found = Pick<PaymentRow, 'id' | 'providerOrderId'>;
const { id: paymentId, providerOrderId } = payments;
const FOUND = { id: paymentId, providerOrderId };

/** The payment that an event is about, if it is one of ours, and the id that its order at PayPal is known to have. */
export async function findPayment({ db }: Pick<Deps, 'db'>, { resource }: ProviderEvent): Promise<Found | undefined> {
  const ownIds = [resource.custom_id, resource.purchase_units?.[0]?.custom_id].filter(
    (id): id is string => z.uuid().safeParse(id).success,
  );
  for (const id of ownIds) {
    const [found] = await byOwnId(db).execute({ id });
    if (found) return found;
  }
  for (const id of [resource.supplementary_data?.related_ids.order_id, resource.id]) {
    if (!id) continue;
    const [found] = await db.select(FOUND).from(payments).where(eq(providerOrderId, id));
    if (found) return found;
  }
  return findByCapture(db, resource);
}

const byOwnId = preparedFor((db) =>
  db
    .select(FOUND)
    .from(payments)
    .where(eq(paymentId, sql.placeholder('id')))
    .prepare('find-payment-of-event'),
);

/** A refund made by hand at PayPal may carry no id of ours, but names its capture. */
async function findByCapture(
  db: Deps['db'],
  { id, links = [] }: ProviderEvent['resource'],
): Promise<Found | undefined> {
  const up = links
    .find(({ rel }) => rel === 'up')
    ?.href?.split('/')
    .at(-1);
  for (const captureId of [up, id]) {
    if (!captureId) continue;
    const [found] = await db.select(FOUND).from(payments).where(eq(payments.captureId, captureId));
    if (found) return found;
  }
  return undefined;
}
