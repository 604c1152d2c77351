import { londonDay } from '#contract/delivery.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { writeToBuyer } from '#server/features/orders/letters/write-to-buyer.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { answerCancelRequest, findCancelRequest } from '#server/features/orders/paid/find-cancel-request.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';

/** Answers a buyer who asked to cancel that the order is sent as it was agreed, and why. Cancelling it is the other answer. */
export async function declineCancel(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>,
  colleague: Colleague,
  orderId: number,
  words: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const request = await findCancelRequest(tx, orderId);
    // Pressed twice.
    if (request?.declined === words) return;
    if (!request || request.answeredAt !== null)
      throw new Conflict(`Nobody waits for an answer about order ${orderId}. Nothing was changed.`);
    const at = deps.clock.now();
    await answerCancelRequest(tx, orderId, { at, declined: words });
    await recordEvent(tx, orderId, { at, ...doneBy(colleague), what: 'cancel declined' });
    const told = { reason: words, isToCome: order.deliveryDate !== null && order.deliveryDate >= londonDay(at) };
    await writeToBuyer(deps, tx, order, (letter) => ({ kind: 'cancel-declined', ...letter, ...told }));
  });
}
