import { londonDay } from '#contract/delivery.ts';
import { and, isNotNull, ne } from '../database/drizzle.ts';
import { Conflict } from '../errors.ts';
import { deliverOrder } from '../orders/dispatch-order.ts';
import { linkToOrder } from '../orders/link-to-order.ts';
import { moveDelivery } from '../orders/move-delivery.ts';
import { payments } from '../payments/table.ts';
import { atOnce, type Desk, NotDone, writeLog } from './desk.ts';

/** Who is paid by the pretended PayPal: `paypal-stand-in/pretended-people.ts`. */
const PRETENDED_PAYEE = 'PRETENDSHP234';
const REAL = 'That is for a shop that tries things out: here real money moves.';

/**
 * Makes today an order's day of delivery and marks it as delivered, so that damage can be reported and a review written
 * without waiting. Never where real money moves, by the settings or by anything that was ever paid: whoever sits at the desk
 * of a real shop may have no settings of PayPal at hand.
 */
export async function demonstrateDelivery(desk: Desk, id: number): Promise<void> {
  const { clock, config, say } = desk;
  if (!config.paypal.pretended || (config.isPublic && !config.demo)) throw new NotDone(REAL);
  const done = await atOnce(desk, `order ${id}`, async (tx) => {
    const [real] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(isNotNull(payments.payee), ne(payments.payee, PRETENDED_PAYEE)))
      .limit(1);
    if (real) throw new Conflict(REAL);
    await moveDelivery(tx, id, londonDay(clock.now()));
    const marked = await deliverOrder(desk, tx, id);
    if (marked.done) await writeLog(desk, tx, 'demonstrate delivery', id);
    return marked.done;
  });
  if (!done) return say(`Order ${id} was delivered already.`);
  say(
    [
      `Order ${id} was delivered today, and its buyer gets a letter.`,
      `Open ${linkToOrder(config, id)} and report damage with a photo: new flowers are promised at once.`,
      'Or press "Review this bouquet" there, once the email address is confirmed.',
    ].join('\n'),
  );
}
