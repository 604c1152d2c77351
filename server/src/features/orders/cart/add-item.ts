import { isDeepStrictEqual } from 'node:util';
import type { AddItem } from '#contract/cart.ts';
import type { OrderItem } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireSession } from '#server/features/accounts/sessions/signed-in.ts';
import { findOrder } from '../history/find-order.ts';
import { toOrderItem } from '../history/to-order.ts';
import { changeOnce, consumeKey } from './change-once.ts';
import { findLine } from './find-line.ts';
import { lockCartForChange } from './lock-cart.ts';
import { addInOneStatement } from './put-in-one-statement.ts';
import { toExtraIds } from './require-extras.ts';
import { upsertLine } from './upsert-line.ts';

/**
 * One more of a bouquet already in the cart lands on the same line, if size and extras are the same. A cart being paid for cannot change. With
 * an idempotency key that was used before it changes nothing, and returns the line that the bouquet went onto then. Refuses a session
 * that has ended.
 */
export async function addItem(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  wanted: AddItem,
  key?: string,
): Promise<OrderItem> {
  const added = await addInOneStatement(deps, shopper, orderId, wanted, key);
  if (added) return added;
  await requireSession(deps, shopper);
  return addInSteps(deps, shopper, orderId, wanted, key);
}

async function addInSteps(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  wanted: AddItem,
  key: string | undefined,
): Promise<OrderItem> {
  const { clock, db } = deps;
  const change = () =>
    db.transaction(async (tx) => {
      const cart = await lockCartForChange(tx, shopper, orderId);
      if (key) await consumeKey(tx, shopper, key, cart, clock.now());
      const itemId = await upsertLine(tx, cart, wanted);
      return toOrderItem(await findLine(tx, orderId, itemId));
    });
  return changeOnce(deps, shopper, key, change, async (usedFor) => {
    const { order_items } = await findOrder(deps, shopper, usedFor);
    const extraIds = toExtraIds(wanted.extras);
    const line = order_items.find(
      ({ product, size, extras }) =>
        product === wanted.product &&
        size === wanted.size &&
        isDeepStrictEqual(toExtraIds(extras.map(({ id }) => id)), extraIds),
    );
    if (!line) throw new NotFound();
    return line;
  });
}
