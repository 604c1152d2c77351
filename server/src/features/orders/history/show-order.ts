import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { IS_OF_SESSION, toSessionValues } from '#server/features/accounts/sessions/signed-in.ts';
import { sessions, users } from '#server/features/accounts/table.ts';
import { addresses } from '#server/features/addresses/table.ts';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { carts } from '../cart/table.ts';
import { toPricedCart, WHOLE_CART } from '../cart/whole-cart.ts';
import { findOrder } from './find-order.ts';

/** One order of one's own for its page; another's is not found. A cart is one statement, together with the session. */
export async function showOrder(deps: Deps, shopper: Shopper, orderId: number): Promise<Order> {
  const { db, delivery } = deps;
  const [found] = await cartOfSession(db).execute({ ...toSessionValues(deps, shopper), orderId });
  if (!found) throw new NotSignedIn();
  const { cart, owner } = found;
  if (!cart || !owner) return findOrder(deps, shopper, orderId);
  return toPricedCart(db, { ...found, cart, owner }, delivery.terms());
}

const cartOfSession = preparedFor((db) =>
  db
    .select(WHOLE_CART)
    .from(sessions)
    .leftJoin(carts, and(eq(carts.id, sql.placeholder('orderId')), eq(carts.userId, sessions.userId)))
    .leftJoin(users, eq(users.id, carts.userId))
    .leftJoin(addresses, eq(addresses.id, carts.shippingAddressId))
    .where(IS_OF_SESSION)
    .prepare('cart-of-session'),
);
