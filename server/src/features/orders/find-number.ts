import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { carts, orderNumbers } from './cart/table.ts';
import { orders } from './table.ts';

/** What became of a number that was given to somebody's cart, and whose it is; null if that account was deleted. */
type OwnedNumber = { is: 'cart' | 'awaiting payment' | 'paid' | 'merged'; userId: number | null };

/** The number itself, or that of the cart which its lines went into. */
export const GOES_TO = sql`coalesce(${orderNumbers.mergedIntoId}, ${orderNumbers.id})`;

/** What a number stands for now; undefined for one whose cart was deleted with its account, or that was never given. */
export async function findNumber(db: Database | Transaction, id: number): Promise<OwnedNumber | undefined> {
  const [found] = await db
    .select({
      mergedIntoId: orderNumbers.mergedIntoId,
      cart: carts.userId,
      order: { userId: orders.userId, status: orders.status },
    })
    .from(orderNumbers)
    .leftJoin(carts, eq(carts.id, GOES_TO))
    .leftJoin(orders, eq(orders.id, GOES_TO))
    .where(eq(orderNumbers.id, id));
  if (!found || (found.cart === null && found.order === null)) return undefined;
  const userId = found.cart ?? found.order?.userId ?? null;
  if (found.mergedIntoId !== null) return { is: 'merged', userId };
  if (found.cart !== null) return { is: 'cart', userId };
  return { is: found.order?.status === 'C' ? 'paid' : 'awaiting payment', userId };
}

/** The same for a number of someone's own; undefined if it is another's. */
export async function findOwnNumber(
  db: Database | Transaction,
  userId: number,
  id: number,
): Promise<OwnedNumber | undefined> {
  const number = await findNumber(db, id);
  return number?.userId === userId ? number : undefined;
}
