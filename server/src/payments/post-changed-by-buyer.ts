import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import type { LetterOf } from '../mail/letter.ts';
import { listLines } from '../orders/list-lines.ts';
import { listSums } from '../orders/list-sums.ts';
import type { OrderRow } from '../orders/table.ts';
import { toOrderInLetter } from '../orders/to-order-in-letter.ts';

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
