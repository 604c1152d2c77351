import type { Deps } from '#server/deps.ts';
import { toOrderInLetter } from '#server/features/orders/letters/to-order-in-letter.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { listSums } from '#server/features/orders/list-sums.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';

type What = LetterOf<'order-changed-by-buyer'>['changed'];

/** Tells the florist, who may have printed the order, in the transaction that changes it. */
export async function postChangedByBuyer(
  { config, mail }: Pick<Deps, 'config' | 'mail'>,
  tx: Transaction,
  order: OrderRow,
  changed: What,
): Promise<void> {
  const told = toOrderInLetter(order, await listLines(tx, [order.id]), await listSums(tx, order.id), 'florist');
  const to = { to: config.shopEmail, firstName: '', buyer: order.buyer ?? '' };
  await mail.post(tx, { kind: 'order-changed-by-buyer', ...to, changed, order: told });
}
