import { formatDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { linkToChange, linkToOrder, linkToTrack } from '#server/features/orders/letters/link-to-order.ts';
import { toOrderInLetter } from '#server/features/orders/letters/to-order-in-letter.ts';
import type { Purchase } from '#server/features/orders/paid/read-purchase.ts';
import type { Transaction } from '#server/platform/database/connect.ts';

/** Whether the day is another than was paid for, what it lacks, and how much goes back for it. */
type Found = { insteadOf: string | null; lacks: 'room' | 'bouquets' | null; refundedPence: number };

/** Posts the buyer's confirmation and the florist's ticket, in the transaction that completes the order. */
export async function postOrderLetters(
  deps: Pick<Deps, 'config' | 'mail' | 'secrets'>,
  tx: Transaction,
  purchase: Purchase & { deliveryDate: string },
  found: Found,
): Promise<void> {
  const { config, mail } = deps;
  const { items, sums, buyer } = purchase;
  const { firstName, email, userId, name } = buyer;
  const placed = { ...purchase, ...purchase.wishes, id: purchase.orderId, buyer: name };
  const order = toOrderInLetter(placed, items, sums, 'buyer');
  const links = {
    link: linkToOrder(config, purchase.orderId),
    changeLink: linkToChange(config, purchase.orderId),
    trackLink: linkToTrack(deps, purchase.orderId),
  };
  const { lacks } = found;
  const insteadOf = found.insteadOf && formatDay(found.insteadOf);
  const goesBack = toPounds(found.refundedPence);
  const told = { order, ...links, insteadOf, lacks, goesBack };
  const confirmed = { kind: 'order-confirmed', to: email, firstName, ...told } as const;
  const toTie = toOrderInLetter(placed, items, sums, 'florist');
  await mail.postAll(tx, [
    { letter: confirmed, userId },
    // Not the buyer's: it must reach the florist even if they leave.
    { letter: { kind: 'order-to-tie', to: config.shopEmail, firstName: '', buyer: name, order: toTie, lacks } },
  ]);
}
