import { toRecord } from '../../api/to-record.ts';
import { subjectOf } from '../../session/read-claims.ts';
import { readTokens } from '../../session/session-store.ts';

const KEY = 'gift_note_draft';

type Draft = { who: string; order: number; text: string };

const whoIsHere = () => subjectOf(readTokens().access);

function read(): Draft | undefined {
  try {
    const { who, order, text } = toRecord(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    const isDraft = typeof who === 'string' && typeof order === 'number' && typeof text === 'string';
    return isDraft ? { who, order, text } : undefined;
  } catch {
    // Storage is forbidden, or holds something else.
    return undefined;
  }
}

/** The gift note of this cart as it was typed here and is not saved yet, if whoever is signed in typed it. */
export function readNoteDraft(order: number): string | undefined {
  const draft = read();
  return draft && draft.order === order && draft.who === whoIsHere() ? draft.text : undefined;
}

/** Stores it in the browser: closing the tab, or the battery's end, loses nothing. */
export function storeNoteDraft(order: number, text: string): void {
  const who = whoIsHere();
  // Nobody knows whose it would be.
  if (who === undefined) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ who, order, text } satisfies Draft));
  } catch {
    // Storage is forbidden: a reload loses the draft.
  }
}

export function dropNoteDraft(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** Drops what another person typed, once somebody has signed in. Who typed it finds it again after a session that ran out. */
export function dropNoteOfOthers(): void {
  const who = whoIsHere();
  const draft = read();
  if (who !== undefined && draft && draft.who !== who) dropNoteDraft();
}
