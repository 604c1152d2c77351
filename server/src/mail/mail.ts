import type { Transaction } from '../database/connect.ts';
import type { Letter } from './letter.ts';

export type Mail = {
  /** Writes a letter into the outbox, within the transaction: it is sent if and only if that commits. */
  post(tx: Transaction, letter: Letter, userId?: number): Promise<void>;
};
