import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, NotFound } from '#server/errors.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { type DeskAction, writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';

/** What the desk's commands need: `by` runs them is logged, `print` writes to the terminal. */
export type Desk = Deps & {
  by: DoneBy;
  print(line: string): void;
  /** Prompts on the terminal; undefined where there is none. */
  prompt?: ((question: string) => Promise<string>) | undefined;
};

/** The same, with the API within this process. */
export type CallingDesk = Desk & { ask(call: InjectOptions): Promise<LightMyRequestResponse> };

/** The command was refused; the message says why in one sentence. */
export class NotDone extends Error {}

/** Logs what is done from the command line, in the transaction that does it. */
export async function writeLog(
  { clock, by }: Pick<Desk, 'clock' | 'by'>,
  tx: Transaction,
  action: DeskAction,
  subjectId: number,
  details: Record<string, unknown> = {},
): Promise<void> {
  await writeDeskLog(tx, { at: clock.now(), ...by }, action, subjectId, details);
}

/** Runs a transaction; a refusal becomes NotDone. `what` names the subject: `order 12`. */
export async function inTransaction<T>(
  { db }: Pick<Desk, 'db'>,
  what: string,
  act: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(act).catch((error) => {
    if (error instanceof NotFound) throw new NotDone(`There is no ${what}.`);
    if (error instanceof Conflict) throw new NotDone(error.message);
    if (error instanceof Invalid) throw new NotDone(Object.values(error.fields).flat().join(' '));
    throw error;
  });
}
