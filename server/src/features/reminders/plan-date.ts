import type { Day } from '#contract/day.ts';
import { addDays } from '#contract/delivery.ts';
import { nextOccurrence, nextWithNotice } from '#contract/reminder-days.ts';
import { LEAD_WORDS } from '#contract/reminder-words.ts';
import type { ReminderForm } from '#contract/reminders.ts';
import { Invalid } from '#server/errors.ts';
import type { ReminderRow } from './table.ts';

type Asked = { before: ReminderRow | undefined; today: Day; after?: Day | undefined };
type Plan = { nextOn: Day; sentFor: Day | null };

/** A year and a day. */
const FURTHEST_DAYS = 366;

/**
 * The date of the next letter. A date that is still ahead stays when something else of the reminder changes: a letter that should
 * have left by then comes at once. A new date comes with its whole notice, if need be a year later; one that comes only once is
 * refused then.
 */
export function planDate(form: ReminderForm, { before, today, after = today }: Asked): Plan {
  if (after > addDays(today, FURTHEST_DAYS)) throw new Invalid({ after: ['This is more than a year ahead.'] });
  const isSameDay = before?.month === form.month && before.day === form.day;
  const sentFor = isSameDay ? before.sentFor : null;
  const planned = isSameDay && !before.stoppedAt ? before.nextOn : null;
  if (planned && planned > today && planned > after) return { nextOn: planned, sentFor };
  const from = sentFor && sentFor > after ? sentFor : after;
  const nextOn = nextWithNotice(form, form.lead_days, today, from);
  if (!form.every_year && nextOn !== nextOccurrence(form, from > today ? from : today)) {
    const words = `That date is too near for a letter ${LEAD_WORDS[form.lead_days]} before it.`;
    throw new Invalid({ lead_days: [`${words} Please choose fewer days, or every year.`] });
  }
  return { nextOn, sentFor };
}
