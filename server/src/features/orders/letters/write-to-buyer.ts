import type { Deps } from '#server/deps.ts';
import { users } from '#server/features/accounts/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import type { Letter } from '#server/platform/mail/letter.ts';
import type { OrderInLetter } from '#server/platform/mail/order-in-letter.ts';
import { listLines } from '../list-lines.ts';
import { listSums } from '../list-sums.ts';
import type { OrderRow } from '../table.ts';
import { linkToChange, linkToOrder } from './link-to-order.ts';
import { toOrderInLetter } from './to-order-in-letter.ts';

export type LetterToBuyer = {
  to: string;
  firstName: string;
  order: OrderInLetter;
  link: string;
  /** None once its flowers are tied: then nothing of it can change. */
  changeLink: string | null;
};

/** Posts a letter about an order to its buyer, unless the account was deleted. */
export async function writeToBuyer(
  { config, mail }: Pick<Deps, 'config' | 'mail'>,
  tx: Transaction,
  order: OrderRow,
  write: (letter: LetterToBuyer) => Letter,
  options?: { heldSeconds: number },
): Promise<void> {
  if (order.userId === null) return;
  const [buyer] = await tx.select().from(users).where(eq(users.id, order.userId));
  if (!buyer) return;
  const { email: to, firstName, id } = buyer;
  const link = linkToOrder(config, order.id);
  const changeLink = order.stage === 'to tie' ? linkToChange(config, order.id) : null;
  const told = toOrderInLetter(order, await listLines(tx, [order.id]), await listSums(tx, order.id), 'buyer');
  await mail.post(tx, write({ to, firstName, order: told, link, changeLink }), id, options);
}
