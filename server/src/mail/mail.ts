import type { Transaction } from '../database/connect.ts';
import type { Letter } from './letter.ts';

/** A letter, and whose it is. */
export type Posted = { letter: Letter; userId?: number };

export type Mail = {
  /** Writes a letter into the outbox, within the transaction: it is sent if and only if that commits. */
  post(tx: Transaction, letter: Letter, userId?: number): Promise<void>;
  /** The same for several at once. */
  postAll(tx: Transaction, posted: Posted[]): Promise<void>;
};
