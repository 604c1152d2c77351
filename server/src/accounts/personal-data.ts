import type { Database, Transaction } from '../database/connect.ts';

/** What another feature keeps of a person, told to the account so that it can be shown to them and forgotten with them. */
export type PersonalDataSource = {
  name: string;
  list(db: Database, userId: number): Promise<unknown>;
  /** Part of deleting the account; may refuse, and then nothing is deleted. */
  forget(tx: Transaction, userId: number, now: Date): Promise<void>;
};
