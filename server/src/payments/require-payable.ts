import { nextDelivery, promiseFor } from '#contract/delivery.ts';
import { Conflict, Invalid } from '../errors.ts';
import type { Purchase } from '../orders/read-purchase.ts';

/** Refuses a cart that cannot be paid for as it is, with what to do about it. */
export function requirePayable(cart: Purchase, now: Date): void {
  if (cart.items.length === 0) throw new Conflict('Your cart is empty.');
  const gone = cart.items.find(({ availability }) => availability !== 'on_sale');
  if (gone) throw new Conflict(`${gone.name} cannot be bought just now. Please take it out of your cart.`);
  if (cart.promotion?.problem) throw new Invalid({ code: [cart.promotion.problem] });
  if (!cart.address) throw new Invalid({ shipping_address: ['Please select an address to proceed.'] });
  if (cart.deliveryDate && !promiseFor(now, cart.deliveryDate).ok) {
    throw new Conflict('We can no longer deliver on the day you chose. Please choose another.');
  }
}

/** The day that is promised when it is paid for now: the one chosen, or else the next. */
export function dayToPromise(cart: Purchase, now: Date): string {
  return cart.deliveryDate ?? nextDelivery(now).day;
}
