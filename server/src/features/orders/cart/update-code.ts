import type { UpdateCode } from '#contract/cart.ts';
import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { type Attempt, countFirst, forgiveAttempts } from '#server/features/accounts/throttle.ts';
import { noteGuess } from '#server/features/promotions/count-guesses.ts';
import { findCode } from '#server/features/promotions/find-code.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, notInArray } from '#server/platform/database/drizzle.ts';
import { readOwnOrder } from '../history/find-order.ts';
import { orders } from '../table.ts';
import { changeCart, lockCart } from './change-cart.ts';

/**
 * Gives the cart a promo code in place of the one it has, if it can be used now; paying checks it again. A code that is
 * refused leaves the cart as it was. Without a code the one in the cart is taken off.
 */
export async function updateCode(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  { code, network }: UpdateCode & { network: string },
): Promise<Order> {
  if (code !== '') return countGuesses(deps, shopper, network, (found) => setCode(deps, shopper, orderId, code, found));
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

/** Counts every try before anything is looked up, and forgives it if the code exists. The owner sees how many did not. */
async function countGuesses<T>(
  deps: Deps,
  { userId }: Shopper,
  network: string,
  attempt: (found: () => void) => Promise<T>,
) {
  const counted = await countFirst(deps, await listLimits(deps, userId, network));
  let isFound = false;
  try {
    return await attempt(() => {
      isFound = true;
    });
  } catch (error) {
    if (!isFound && error instanceof Invalid) await noteGuess(deps);
    throw error;
  } finally {
    if (isFound) await forgiveAttempts(deps, counted);
  }
}

/** Whoever has bought something is hurt by nobody else's guesses. Accounts that have not cost nothing: they count together, too. */
async function listLimits({ db }: Deps, userId: number, network: string): Promise<Attempt[][]> {
  const who = String(userId);
  const own: Attempt[] = [
    { what: 'guess a promo code', who },
    { what: 'guess a promo code, in a day', who },
  ];
  if (await hasBought(db, userId)) return [own];
  return [
    [...own, { what: 'guess the first promo codes of a network', who: network }],
    [
      ...own,
      { what: 'guess a promo code from a network', who: network },
      { what: 'guess a promo code from a network, in a day', who: network },
      { what: 'guess promo codes as newcomers', who: '' },
    ],
  ];
}

async function hasBought(db: Database, userId: number): Promise<boolean> {
  const isPaid = and(eq(orders.userId, userId), notInArray(orders.stage, ['awaiting payment', 'cancelled']));
  const [paid] = await db.select({ id: orders.id }).from(orders).where(isPaid).limit(1);
  return paid !== undefined;
}
