import type { CartRow } from '#server/features/orders/cart/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { NO_INSTALLATION } from '#server/platform/installation/find-installation.ts';
import { installation } from '#server/platform/installation/table.ts';
import { type PaymentRow, payments } from '../table.ts';

/** What a new payment for a cart has to know of earlier ones, and of the shop whose money it is. */
export type KnownPayments = {
  /** Those that may still be paid, the newest first; they are locked. */
  open: PaymentRow[];
  earlier: Pick<PaymentRow, 'invoice' | 'state'>[];
  installation: string;
};

/** In one statement; the cart must be locked. */
export async function readPayments(tx: Transaction, { id }: CartRow): Promise<KnownPayments> {
  const rows = await knownStatement(tx).execute({ orderId: id });
  const [first] = rows;
  if (!first) throw new Error(NO_INSTALLATION);
  const open = rows.flatMap((row) => row.open ?? []);
  return { open, ...first.known };
}

const isOfOrder = eq(payments.orderId, sql.placeholder('orderId'));

const knownStatement = preparedFor((tx) => {
  const open = tx.$with('open').as(
    tx
      .select()
      .from(payments)
      .where(and(isOfOrder, inArray(payments.state, ['new', 'created'])))
      .for('update'),
  );
  const known = tx.$with('known').as(
    tx
      .select({
        installation: installation.id,
        earlier: sql<KnownPayments['earlier']>`(
          select coalesce(json_agg(json_build_object('invoice', ${payments.invoice}, 'state', ${payments.state})), '[]')
          from ${payments} where ${isOfOrder})`.as('earlier'),
      })
      .from(installation),
  );
  return tx
    .with(open, known)
    .select()
    .from(known)
    .leftJoin(open, sql`true`)
    .orderBy(desc(open.createdAt))
    .prepare('payments-of-cart');
});
