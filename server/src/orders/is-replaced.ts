import type { Database, Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { orders } from './table.ts';

/** Its flowers were sent once more, for nothing. */
export const isReplaced = async (db: Database | Transaction, orderId: number): Promise<boolean> =>
  (await db.$count(orders, eq(orders.replacesOrderId, orderId))) > 0;
