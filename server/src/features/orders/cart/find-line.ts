import { NotFound } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { type Line, readCartLine } from '../list-lines.ts';

/** One line of a cart; a line of another cart is not found in it. */
export async function findLine(tx: Transaction, cartId: number, itemId: number): Promise<Line> {
  const line = await readCartLine(tx, cartId, itemId);
  if (!line) throw new NotFound();
  return line;
}
