import type { Transaction } from '#server/platform/database/connect.ts';
import type { Letter } from './letter.ts';

/** A letter, and whose it is. */
export type Posted = { letter: Letter; userId?: number; heldSeconds?: number };

export type Mail = {
  /** Writes a letter into the outbox, within the transaction: it is sent if and only if that commits. */
  post(tx: Transaction, letter: Letter, userId?: number, options?: { heldSeconds: number }): Promise<void>;
  /** The same for several at once. */
  postAll(tx: Transaction, posted: Posted[]): Promise<void>;
  /**
   * Takes back what was written of a kind about an order since then. False if one of these has been sent, or is being sent at this
   * moment. What was posted with `heldSeconds` is not begun before these have passed.
   */
  withdraw(tx: Transaction, kind: Letter['kind'], orderId: number, since: Date): Promise<boolean>;
};
