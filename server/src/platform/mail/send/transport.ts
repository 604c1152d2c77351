import type { LetterKind } from '../letter.ts';

/** A letter ready to be sent. */
export type OutgoingLetter = {
  /** The same at every attempt, so that mail programs can tell a repeat from a second letter. */
  id: string;
  kind: LetterKind;
  writtenAt: Date;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where one press stops letters of this kind, for those that were asked for and can be stopped. */
  stopLink?: string;
};

export type Transport = {
  /** Delivers the letter; throws when it is not certain that the mail server has accepted it. */
  deliver(letter: OutgoingLetter): Promise<void>;
  /** Whether the mail server was unreachable a moment ago: then no letter needs to be unsealed for it. */
  isAway?(): boolean;
  /** Deletes what is stored here and too old by now. */
  prune?(now: Date): Promise<void>;
  /** Aborts deliveries in progress. */
  close(): Promise<void>;
};
