import { formatDay, londonDay } from '#contract/delivery.ts';
import { formatDayAndYear, formatMonthDay } from '#contract/reminder-days.ts';
import { LEAD_WORDS } from '#contract/reminder-words.ts';
import type { Reminder } from '#contract/reminders.ts';

/** `17 November, every year` */
export const describeDate = (reminder: Reminder): string =>
  `${formatMonthDay(reminder)}, ${reminder.every_year ? 'every year' : 'once'}`;

/** When the next letter comes, or why none does. */
export function describeLetter({ letter_on, lead_days, stopped_at }: Reminder, now = new Date()): string {
  if (stopped_at) return `You stopped it on ${formatDay(londonDay(new Date(stopped_at)))}. No letter comes.`;
  if (!letter_on) return 'The letter was sent. We forget the date when it is over.';
  if (letter_on <= londonDay(now)) return 'The letter comes within a day.';
  return `The letter comes on ${formatDayAndYear(letter_on)}, ${LEAD_WORDS[lead_days]} before.`;
}
