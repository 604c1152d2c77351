import type { Order, UpdateCode } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { type Attempt, countAttempts, forgiveAttempts } from '../accounts/throttle.ts';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { findCode } from '../promotions/find-code.ts';
import { changeCart } from './change-cart.ts';
import { readOwnOrder } from './find-order.ts';
import { lockCart } from './lock-cart.ts';

/**
 * Gives the cart a promo code in place of the one it has, if it can be used now; paying checks it again. A code that is
 * refused leaves the cart as it was. Without a code the one in the cart is taken off.
 */
export async function updateCode(deps: Deps, shopper: Shopper, orderId: number, { code }: UpdateCode): Promise<Order> {
  if (code !== '') return countGuesses(deps, shopper, (found) => setCode(deps, shopper, orderId, code, found));
  return deps.db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    if (cart.promoCodeId !== null) await changeCart(tx, cart, { promoCodeId: null });
    return readOwnOrder(tx, shopper, orderId, deps.delivery.terms());
  });
}

async function setCode(deps: Deps, shopper: Shopper, orderId: number, code: string, found: () => void): Promise<Order> {
  return deps.db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    const { id } = await requireCode(tx, code);
    found();
    if (cart.promoCodeId !== id) await changeCart(tx, cart, { promoCodeId: id });
    const order = await readOwnOrder(tx, shopper, orderId, deps.delivery.terms());
    // Thrown, so that the change is rolled back.
    if (order.code_problem !== null) throw new Invalid({ code: [order.code_problem] });
    return order;
  });
}

async function requireCode(tx: Transaction, code: string) {
  const found = await findCode(tx, code);
  if (!found) throw new Invalid({ code: [`We do not know the code ${code}.`] });
  return found;
}

/** Counts every try before anything is looked up, and forgives it if the code exists. */
async function countGuesses<T>(deps: Deps, { userId }: Shopper, attempt: (found: () => void) => Promise<T>) {
  const who = String(userId);
  const tries: Attempt[] = [
    { what: 'guess a promo code', who },
    { what: 'guess a promo code, in a day', who },
  ];
  await countAttempts(deps, tries);
  let isFound = false;
  try {
    return await attempt(() => {
      isFound = true;
    });
  } finally {
    if (isFound) await forgiveAttempts(deps, tries);
  }
}
