import { addDays, countDays, listDays as describeDays, furthestDay, londonDay } from '#contract/delivery.ts';
import type { DeliveryDay } from '#contract/delivery-answer.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';

/** The most days in one answer: a year. */
const MOST_DAYS = 366;

/** The days of a range, as the day picker shows them. */
export function listDays({ delivery }: Deps, { from, to }: { from?: string; to?: string }): DeliveryDay[] {
  const { rules, now } = delivery.terms();
  const first = from ?? addDays(londonDay(now), 1);
  const last = to ?? (from === undefined || from <= furthestDay(now, rules) ? furthestDay(now, rules) : from);
  if (last < first) throw new Invalid({ to: ['The last day cannot be before the first.'] });
  if (countDays(first, last) > MOST_DAYS) throw new Invalid({ to: ['That is more than a year at once.'] });
  return describeDays(now, rules, first, last).map((day) => ({
    ...day,
    left: delivery.placesLeft(day.day),
    line: (day.open && rules.days[day.day]?.line) || null,
  }));
}
