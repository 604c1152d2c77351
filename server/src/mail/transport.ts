import type { LetterKind } from './letter.ts';

/** A letter as it leaves: written out, with the address on it. */
export type OutgoingLetter = {
  /** The same at every attempt, so that a repeat can be told from a second letter. */
  id: string;
  kind: LetterKind;
  writtenAt: Date;
  to: string;
  subject: string;
  html: string;
  text: string;
};

export type Transport = {
  /** Hands the letter over; returns when someone else has taken charge of it, and throws when that is not certain. */
  deliver(letter: OutgoingLetter): Promise<void>;
  /** Whether it has just found nobody who takes letters: then none needs to be opened for it. */
  isAway?(): boolean;
  /** Cuts short what is still being delivered. */
  close(): Promise<void>;
};
