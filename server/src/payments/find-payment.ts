import * as z from 'zod';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import type { ProviderEvent } from './paypal-responses.ts';
import { payments } from './table.ts';

/** The payment that an event is about, if it is one of ours. */
export async function findPayment({ db }: Pick<Deps, 'db'>, { resource }: ProviderEvent): Promise<string | undefined> {
  const ownIds = [resource.custom_id, resource.purchase_units?.[0]?.custom_id].filter(
    (id): id is string => z.uuid().safeParse(id).success,
  );
  for (const id of ownIds) {
    const [found] = await db.select({ id: payments.id }).from(payments).where(eq(payments.id, id));
    if (found) return found.id;
  }
  for (const id of [resource.supplementary_data?.related_ids.order_id, resource.id]) {
    if (!id) continue;
    const [found] = await db.select({ id: payments.id }).from(payments).where(eq(payments.providerOrderId, id));
    if (found) return found.id;
  }
  return findByCapture(db, resource);
}

/** A refund made by hand at PayPal may carry no id of ours, but names its capture. */
async function findByCapture(
  db: Deps['db'],
  { id, links = [] }: ProviderEvent['resource'],
): Promise<string | undefined> {
  const up = links
    .find(({ rel }) => rel === 'up')
    ?.href?.split('/')
    .at(-1);
  for (const captureId of [up, id]) {
    if (!captureId) continue;
    const [found] = await db.select({ id: payments.id }).from(payments).where(eq(payments.captureId, captureId));
    if (found) return found.id;
  }
  return undefined;
}
