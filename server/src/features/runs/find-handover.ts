import type { PressedStop } from '#contract/driver-runs.ts';
import { NotFound } from '#server/errors.ts';
import { orders } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gt, sql } from '#server/platform/database/drizzle.ts';
import { handovers } from './table.ts';

/** How long a photo is stored; so are the words that came with it. */
export const PHOTO_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const photoLimit = (now: Date): Date => new Date(now.getTime() - PHOTO_DAYS * DAY_MS);

/** What stands of an order at its door. */
export async function findStanding(
  db: Database | Transaction,
  orderId: number,
): Promise<Pick<PressedStop, 'stage' | 'outcome' | 'has_photo'>> {
  const [found] = await db
    .select({
      stage: orders.stage,
      outcome: handovers.outcome,
      has_photo: sql<boolean>`coalesce(${handovers.photo} is not null, false)`,
    })
    .from(orders)
    .leftJoin(handovers, eq(handovers.orderId, orders.id))
    .where(eq(orders.id, orderId));
  if (!found) throw new NotFound();
  return found;
}

/** The photo of a handover, until it is 30 days old. Whoever asks must be its buyer, or hold the token of the letter. */
export async function findHandoverPhoto(db: Database, orderId: number, now: Date): Promise<Buffer> {
  const [found] = await db
    .select({ photo: handovers.photo })
    .from(handovers)
    .where(and(eq(handovers.orderId, orderId), gt(handovers.pressedAt, photoLimit(now))));
  if (!found?.photo) throw new NotFound();
  return found.photo;
}
