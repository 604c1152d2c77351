import { londonDay } from '#contract/delivery.ts';
import { Conflict } from '#server/errors.ts';
import { linkToOrder } from '#server/features/orders/letters/link-to-order.ts';
import { deliverOrder } from '#server/features/orders/paid/dispatch-order.ts';
import { moveDelivery } from '#server/features/orders/paid/move-delivery.ts';
import { payments } from '#server/features/payments/table.ts';
import { and, isNotNull, ne } from '#server/platform/database/drizzle.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';

/** The payee of every payment at the stand-in: `paypal-stand-in/pretended-people.ts`. */
const PRETENDED_PAYEE = 'PRETENDSHP234';
const REAL = 'That is for a shop that tries things out: here real money moves.';

/**
 * Makes today an order's day of delivery and marks it as delivered, so that damage can be reported and a review written
 * without waiting. Refused where real money moves, by the settings or by any earlier payment: the command may be run on
 * the database of a real shop without its PayPal settings.
 */
export async function demonstrateDelivery(desk: Desk, id: number): Promise<void> {
  const { clock, config, print } = desk;
  if (!config.paypal.pretended || (config.isPublic && !config.demo)) throw new NotDone(REAL);
  const done = await inTransaction(desk, `order ${id}`, async (tx) => {
    const [real] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(isNotNull(payments.payee), ne(payments.payee, PRETENDED_PAYEE)))
      .limit(1);
    if (real) throw new Conflict(REAL);
    const at = clock.now();
    await moveDelivery(tx, id, londonDay(at), { at, ...desk.by });
    const marked = await deliverOrder(desk, tx, id, desk.by);
    if (marked.done) await writeLog(desk, tx, 'demonstrate delivery', id);
    return marked.done;
  });
  if (!done) return print(`Order ${id} was delivered already.`);
  print(
    [
      `Order ${id} was delivered today, and its buyer gets a letter.`,
      `Open ${linkToOrder(config, id)} and report damage with a photo: new flowers are promised at once, the first time.`,
      'Or press "Review this bouquet" there, once the email address is confirmed.',
    ].join('\n'),
  );
}
