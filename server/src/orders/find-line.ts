import type { Transaction } from '../database/connect.ts';
import { NotFound } from '../errors.ts';
import { type Line, lineStatement } from './list-lines.ts';

/** One line of an order; a line of another order is not found in it. */
export async function findLine(tx: Transaction, orderId: number, itemId: number): Promise<Line> {
  const [line] = await lineStatement(tx).execute({ orderId, itemId });
  if (!line) throw new NotFound();
  return line;
}
