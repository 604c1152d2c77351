import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { eraseDeclined } from '#server/features/orders/paid/find-cancel-request.ts';
import { orders } from '#server/features/orders/table.ts';
import { and, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { payments, refunds } from '../table.ts';
import { REFUND_ACTOR } from './list-refunds.ts';

/**
 * What went back and when stays, because the law wants it. Why it did are free words of the florist's, which may name a person: they
 * go as the note of the order does, before the orders lose their user. Each order lists its own refunds.
 */
export const refundPersonalData: PersonalDataSource = {
  name: 'refunds',
  async erase(tx, userId) {
    const theirs = tx
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(orders.userId, userId));
    const isWorded = sql`${REFUND_ACTOR} not in ('shop', 'PayPal')`;
    await eraseDeclined(tx, userId);
    await tx
      .update(refunds)
      .set({ reason: '' })
      .where(and(inArray(refunds.paymentId, theirs), isWorded));
  },
};
