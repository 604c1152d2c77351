import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../errors.ts';
import { deskLog } from './table.ts';

/** What commands at the desk are given: who does it, and a voice. */
export type Desk = Pick<Deps, 'clock' | 'config' | 'db' | 'mail' | 'paypal'> & {
  who: string;
  say(line: string): void;
  /** Asks whoever sits at the terminal; undefined where nobody does. */
  ask?: ((question: string) => Promise<string>) | undefined;
};

/** It was not done; one sentence says why. */
export class NotDone extends Error {}

export type Action =
  | 'save photo of claim'
  | 'replace flowers of claim'
  | 'answer claim'
  | 'dispatch order'
  | 'deliver order'
  | 'hide review'
  | 'show review'
  | 'begin refund of unknown capture'
  | 'refund unknown capture'
  | 'take over'
  | 'demonstrate delivery';

/** Writes down what is done, in the transaction that does it. Never what people wrote: a row outlives their account. */
export async function writeLog(
  { clock, who }: Desk,
  tx: Transaction,
  action: Action,
  subjectId: number,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(deskLog).values({ at: clock.now(), who, action, subjectId, details });
}

/** Does something in one transaction; a refusal becomes a sentence. `what` is the thing it is about: `order 12`. */
export async function atOnce<T>({ db }: Desk, what: string, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(act).catch((error) => {
    if (error instanceof NotFound) throw new NotDone(`There is no ${what}.`);
    if (error instanceof Conflict) throw new NotDone(error.message);
    throw error;
  });
}
