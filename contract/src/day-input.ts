import * as z from 'zod';

const SAY_DAY = 'A day is written as 2026-11-17.';

/** Of this century or the next: PostgreSQL has no year 0, and beyond 9999 a year has no four digits to compare. */
export const isCountable = (day: string): boolean => /^2[01]/.test(day);

/** A day that somebody asks for. */
export const DayInput = z.iso.date({ error: SAY_DAY, abort: true }).refine(isCountable, { error: SAY_DAY });
