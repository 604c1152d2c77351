import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { postAgain } from '#server/features/orders/letters/order-letters.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { eq } from '#server/platform/database/drizzle.ts';

/** Sends a letter of an order once more, to the address that its buyer has now. */
export async function sendLetterAgain(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'secrets'>,
  by: DoneBy,
  orderId: number,
  letterId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [buyer] = order.userId === null ? [] : await tx.select().from(users).where(eq(users.id, order.userId));
    if (!buyer) throw new Conflict('Its buyer has left: there is nobody to write to.');
    const { kind, done } = await postAgain(deps, tx, { orderId, letterId, to: buyer.email });
    if (!done) throw new Conflict('Such a letter was written less than a minute ago.');
    await recordEvent(tx, orderId, { at: deps.clock.now(), ...by, what: 'letter sent again', after: kind });
  });
}
