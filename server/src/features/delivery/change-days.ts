import { formatDay, londonDay } from '#contract/delivery.ts';
import type { CalendarDay, ChangeDays } from '#contract/desk-calendar.ts';
import { Invalid } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { listRange } from './list-calendar.ts';
import { lockRules } from './lock-rules.ts';
import { setDay } from './set-rules.ts';

/** How many days are other than before, and the words they were closed with. */
export type ChangedDays = { days: number; before: string[] };

/**
 * Closes or opens a range of days, all or none. Orders that are on them stay. A bank holiday that is closed by rule keeps its name, and
 * stays closed when the others open; so does a day of the week without deliveries.
 */
export async function changeDays(
  tx: Transaction,
  now: Date,
  { from, to, open, words }: ChangeDays,
): Promise<ChangedDays> {
  if (from <= londonDay(now))
    throw new Invalid({ from: [`${formatDay(from)} is not ahead of us: it cannot be changed.`] });
  await lockRules(tx);
  const differing = (await listRange(tx, now, from, to)).filter((day) =>
    open ? day.own.words !== null : !isHoliday(day) && day.own.words !== words,
  );
  for (const { day } of differing) await setDay(tx, day, { closedWords: words || null, opened: false });
  const before = differing.flatMap(({ own }) => own.words ?? []);
  return { days: differing.length, before: [...new Set(before)] };
}

/** Closed by its name alone. */
const isHoliday = ({ open, holiday, own }: CalendarDay): boolean => !open && holiday !== null && own.words === null;
