import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { orders } from '#server/features/orders/table.ts';
import { asc, eq, inArray } from '#server/platform/database/drizzle.ts';
import { handovers } from './table.ts';

/** Photos of handovers are deleted with the account, and the words with them; before the orders lose their user. */
export const handoverPersonalData: PersonalDataSource = {
  name: 'deliveries',
  async list({ db }, userId) {
    const found = await db
      .select({ handover: handovers })
      .from(handovers)
      .innerJoin(orders, eq(orders.id, handovers.orderId))
      .where(eq(orders.userId, userId))
      .orderBy(asc(orders.id));
    return found.map(({ handover }) => ({
      order: handover.orderId,
      outcome: handover.outcome,
      taken_by: handover.takenBy,
      at: handover.pressedAt.toISOString(),
      photo_as_base64_jpeg: handover.photo?.toString('base64') ?? null,
    }));
  },
  async erase(tx, userId) {
    const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
    await tx
      .update(handovers)
      .set({ photo: null, photoTakenAt: null, takenBy: null })
      .where(inArray(handovers.orderId, theirs));
  },
};
