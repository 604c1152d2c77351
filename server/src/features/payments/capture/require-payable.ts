import { MEND_POSTCODE } from '#contract/addresses.ts';
import { promiseFor } from '#contract/delivery.ts';
import { nameInSize } from '#contract/line-words.ts';
import { isPostcode } from '#contract/postcode.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import { requireDay } from '#server/features/delivery/require-day.ts';
import type { Purchase } from '#server/features/orders/paid/read-purchase.ts';

/** Refuses a cart that cannot be paid for as it is, with what to do about it. */
export function requirePayable(cart: Purchase, terms: DeliveryTerms): void {
  if (cart.items.length === 0) throw new Conflict('Your cart is empty.');
  const gone = cart.items.find(({ availability }) => availability !== 'on_sale');
  if (gone) throw new Conflict(`${nameInSize(gone)} cannot be bought just now. Please take it out of your cart.`);
  const goneExtra = cart.items.flatMap(({ extras }) => extras).find(({ availability }) => availability !== 'on_sale');
  if (goneExtra) throw new Conflict(`${goneExtra.name} cannot be bought just now. Please take it out of your cart.`);
  if (cart.promotion?.problem) throw new Invalid({ code: [cart.promotion.problem] });
  if (!cart.address) throw new Invalid({ shipping_address: ['Please select an address to proceed.'] });
  // Kept from before postcodes were looked at.
  const { postal_code } = cart.address;
  if (postal_code !== '' && !isPostcode(postal_code)) throw new Invalid({ shipping_address: [MEND_POSTCODE] });
  const promise = promiseFor(terms.now, cart.day ?? '', terms.rules);
  if (promise.ok) return;
  if (!cart.deliveryDate)
    throw new Invalid({ delivery_date: ['We have no free delivery day just now. Please look again later.'] });
  // A day that was chosen in time and is over is no mistake of the field.
  if (promise.reason === 'too-soon' || promise.reason === 'holiday')
    throw new Conflict('We can no longer deliver on the day you chose. Please choose another.');
  requireDay(cart.deliveryDate, terms);
}
