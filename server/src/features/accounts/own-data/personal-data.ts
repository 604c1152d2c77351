import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';

/** What another feature stores about a person, so that the account can list it and erase it. */
export type PersonalDataSource = {
  name: string;
  /** None where another source lists it. */
  list?(deps: Pick<Deps, 'db' | 'delivery'>, userId: number): Promise<unknown>;
  /** Part of deleting the account; may refuse, and then nothing is deleted. */
  erase(tx: Transaction, userId: number, now: Date): Promise<void>;
  /** Takes the effect from what a stranger may have set before the owner of the address first came in. */
  distrust?(tx: Transaction, userId: number): Promise<void>;
};
