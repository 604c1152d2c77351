import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../errors.ts';
import { deskLog } from './table.ts';

/** What the desk's commands need: `who` runs them is logged, `print` writes to the terminal. */
export type Desk = Pick<Deps, 'clock' | 'config' | 'db' | 'faultPoint' | 'jobs' | 'mail' | 'paypal'> & {
  who: string;
  log: Pick<Deps['log'], 'error' | 'warn'>;
  print(line: string): void;
  /** Prompts on the terminal; undefined where there is none. */
  prompt?: ((question: string) => Promise<string>) | undefined;
};

/** The command was refused; the message says why in one sentence. */
export class NotDone extends Error {}

export type Action =
  | 'save photo of claim'
  | 'replace flowers of claim'
  | 'answer claim'
  | 'dispatch order'
  | 'deliver order'
  | 'refund order'
  | 'cancel order'
  | 'hide review'
  | 'show review'
  | 'begin refund of unknown capture'
  | 'refund unknown capture'
  | 'add code'
  | 'end code'
  | 'take over'
  | 'set day'
  | 'set delivery'
  | 'demonstrate delivery';

/** Logs what is done, in the transaction that does it. Never what people wrote: a row outlives their account. */
export async function writeLog(
  { clock, who }: Desk,
  tx: Transaction,
  action: Action,
  subjectId: number,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(deskLog).values({ at: clock.now(), who, action, subjectId, details });
}

/** Runs a transaction; a refusal becomes NotDone. `what` names the subject: `order 12`. */
export async function inTransaction<T>({ db }: Desk, what: string, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(act).catch((error) => {
    if (error instanceof NotFound) throw new NotDone(`There is no ${what}.`);
    if (error instanceof Conflict) throw new NotDone(error.message);
    throw error;
  });
}
