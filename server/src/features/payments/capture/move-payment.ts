import { type PaymentState, requireMove, type StateBefore } from '#server/features/orders/states.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { type PaymentRow, payments } from '../table.ts';

type Change = Partial<Omit<PaymentRow, 'id' | 'state' | 'changedAt'>>;
type Move<To extends PaymentState> = { from: readonly StateBefore<To>[]; to: To };

/** Moves those payments that still are in one of the states `from`, and leaves the others alone. */
export async function movePayments<To extends PaymentState>(
  db: Database | Transaction,
  which: SQL | undefined,
  { from, to }: Move<To>,
  now: Date,
  change: Change = {},
): Promise<PaymentRow[]> {
  return db
    .update(payments)
    .set({ ...change, state: to, changedAt: now })
    .where(and(which, inArray(payments.state, from)))
    .returning();
}

/** Moves a payment that is locked, and has the sweeper start its schedule anew. Throws at a move that is not listed. */
export async function moveLockedPayment(
  tx: Transaction,
  { id, state }: PaymentRow,
  to: PaymentState,
  now: Date,
  change: Change = {},
): Promise<PaymentRow | undefined> {
  requireMove(state, to);
  const [moved] = await tx
    .update(payments)
    .set({ ...change, state: to, looks: 0, changedAt: now })
    .where(eq(payments.id, id))
    .returning();
  return moved;
}

/** For an update that is due whatever the state is: moves from one state, and keeps any other. */
export const movedState = <To extends PaymentState>(from: StateBefore<To>, to: To): SQL =>
  sql`case when ${payments.state} = ${from} then ${to} else ${payments.state} end`;
