import type { Deps } from '#server/deps.ts';
import { BY_SHOP } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { writeToBuyer } from '../letters/write-to-buyer.ts';
import { recordEvent } from '../record-event.ts';
import type { OrderRow } from '../table.ts';
import { answerCancelRequest } from './find-cancel-request.ts';

const HAD_LEFT = 'Your flowers had left before we could answer.';

/** Flowers that have left cannot be cancelled any more: whoever asked for it and waits is told so, once. */
export async function closeCancelRequest(
  deps: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  order: OrderRow,
): Promise<void> {
  const at = deps.clock.now();
  if (!(await answerCancelRequest(tx, order.id, { at, declined: HAD_LEFT }))) return;
  await recordEvent(tx, order.id, { at, ...BY_SHOP, what: 'cancel declined' });
  const told = { reason: HAD_LEFT, isToCome: false };
  await writeToBuyer(deps, tx, order, (letter) => ({ kind: 'cancel-declined', ...letter, ...told }));
}
