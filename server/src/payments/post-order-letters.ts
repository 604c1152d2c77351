import { formatDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import type { OrderInLetter } from '../mail/letter.ts';
import { addressLines } from '../orders/address-lines.ts';
import { linkToOrder } from '../orders/link-to-order.ts';
import type { CartForPayment } from '../orders/read-cart.ts';
import { toItemInLetter } from '../orders/to-order-in-letter.ts';

/** Posts the buyer's confirmation and the florist's ticket, in the transaction that completes the order. */
export async function postOrderLetters(
  { config, mail }: Pick<Deps, 'config' | 'mail'>,
  tx: Transaction,
  cart: CartForPayment & { deliveryDate: string },
): Promise<void> {
  const order: OrderInLetter = {
    id: cart.orderId,
    items: cart.items.map(toItemInLetter),
    total: toPounds(cart.totalPence),
    deliveryFee: toPounds(cart.deliveryFeePence),
    paid: toPounds(cart.amountPence),
    day: formatDay(cart.deliveryDate),
    address: addressLines(cart.address, cart.buyer.name, 'buyer'),
    note: cart.text,
  };
  const { firstName, email, userId, name } = cart.buyer;
  const link = linkToOrder(config, cart.orderId);
  await mail.post(tx, { kind: 'order-confirmed', to: email, firstName, order, link }, userId);
  // Posted without the buyer's id: it must reach the florist even if the buyer deletes their account.
  const toTie = { ...order, address: addressLines(cart.address, name, 'florist') };
  await mail.post(tx, { kind: 'order-to-tie', to: config.shopEmail, firstName: '', buyer: name, order: toTie });
}
