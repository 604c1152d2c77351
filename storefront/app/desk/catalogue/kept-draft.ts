import type { Editing } from './merge-drafts.ts';

/** Raised when a draft of before could not be read any more; those are left aside. */
const SHAPE = 1;

const nameOf = (staff: number, bouquet: number | undefined): string => `desk-bouquet-${staff}-${bouquet ?? 'new'}`;

/** A draft that was begun on this device; undefined if there is none, or it cannot be read. */
export function readKept(staff: number, bouquet: number | undefined): Editing | undefined {
  try {
    const { shape, ...kept } = JSON.parse(localStorage.getItem(nameOf(staff, bouquet)) ?? '{}');
    return shape === SHAPE && Array.isArray(kept.draft?.photos) ? (kept as Editing) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether it is kept: a device may have no room, or not allow it. */
export function keepDraft(staff: number, bouquet: number | undefined, editing: Editing): boolean {
  try {
    localStorage.setItem(nameOf(staff, bouquet), JSON.stringify({ shape: SHAPE, ...editing }));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(staff: number, bouquet: number | undefined): void {
  try {
    localStorage.removeItem(nameOf(staff, bouquet));
  } catch {
    // Where nothing can be kept, nothing was.
  }
}
