import { holidayName } from '#contract/bank-holidays.ts';
import type { Day } from '#contract/day.ts';
import { addDays, findClosure, formatDay } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';

export const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const isHoliday = (day: Day): boolean => holidayName(day) !== undefined;

const weekdayRule = (day: Day, { weekdays }: DeliveryRules) => weekdays[new Date(day).getUTCDay()];

const listOpened = ({ days }: DeliveryRules): Day[] =>
  Object.keys(days).filter((day) => days[day]?.opened && isHoliday(day));

/** Days that the owner has closed each for itself, bank holidays aside. */
const listClosed = (rules: DeliveryRules): Day[] =>
  Object.keys(rules.days)
    .filter((day) => {
      const closed = rules.days[day]?.closed;
      return closed !== undefined && closed !== weekdayRule(day, rules)?.closed && !isHoliday(day);
    })
    .toSorted();

const isRestWeekday = (weekday: number, { weekdays }: DeliveryRules): boolean =>
  weekdays[weekday]?.closed !== undefined;

/** From Monday. */
const listRestWeekdays = (rules: DeliveryRules): number[] =>
  [1, 2, 3, 4, 5, 6, 0].filter((weekday) => isRestWeekday(weekday, rules));

const joinAll = (names: string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');

const namesOf = (weekdays: number[]): string[] => weekdays.map((weekday) => `${WEEKDAYS[weekday]}s`);

/** The days of the week without deliveries: `Mondays and Sundays`; empty if there are none. */
export function sayRestWeekdays(rules: DeliveryRules): string {
  const weekdays = listRestWeekdays(rules);
  return weekdays.length === WEEKDAYS.length ? 'any day of the week' : joinAll(namesOf(weekdays));
}

/** What of the weekend has deliveries, at length and in short; empty if nothing has. */
export function openWeekend(rules: DeliveryRules): { long: string; short: string } {
  const open = [6, 0].filter((weekday) => !isRestWeekday(weekday, rules));
  const long = joinAll(namesOf(open));
  return { long, short: open.length === 2 ? 'weekends' : long };
}

/** When we do not deliver: `bank holidays`, unless the owner has opened some or closed other days. Only of these days, if given. */
export function restDays(rules: DeliveryRules, among?: readonly Day[]): string {
  const hasAny = (days: readonly Day[]) => days.some((day) => !among || among.includes(day));
  const hasWeekday = (weekday: number) =>
    !among || among.some((day) => new Date(day).getUTCDay() === weekday && findClosure(day, rules));
  const isAnyLeft = !among || among.some((day) => isHoliday(day) && findClosure(day, rules));
  const holidays = hasAny(listOpened(rules)) ? (isAnyLeft ? ['some bank holidays'] : []) : ['bank holidays'];
  const named = [...namesOf(listRestWeekdays(rules).filter(hasWeekday)), ...holidays];
  if (!hasAny(listClosed(rules))) return joinAll(named);
  return joinAll([...named, named.length > 0 ? 'a few other days' : 'a few days']);
}

/** The same as a sentence of the terms. */
export function holidayTerms(rules: DeliveryRules): string {
  const opened = listOpened(rules).map((day) => formatDay(day));
  const weekdays = sayRestWeekdays(rules);
  return [
    `There is no delivery on ${weekdays && `${weekdays}, nor on `}the bank holidays of England and Wales`,
    ...(opened.length > 0 ? [`, except on ${opened.join(', ')}`] : []),
    ...(listClosed(rules).length > 0 ? [', nor on a few other days, which the checkout marks'] : []),
    '.',
  ].join('');
}

/** The days that are closed each for itself, in words; days in a row for the same reason are one, across holidays among them. */
export function listClosures(rules: DeliveryRules): string[] {
  const ranges: { first: Day; last: Day; reason: string }[] = [];
  for (const day of [...listClosed(rules), ...listHolidaysWithWords(rules)].toSorted()) {
    const reason = (rules.days[day]?.closed ?? '').replace(/\.$/, '');
    const range = ranges.at(-1);
    if (range?.reason === reason && isClosedBetween(range.last, day, rules)) range.last = day;
    else ranges.push({ first: day, last: day, reason });
  }
  return ranges.map(({ first, last, reason }) =>
    first === last
      ? `on ${formatDay(first)} (${reason})`
      : `from ${formatDay(first)} to ${formatDay(last)} (${reason})`,
  );
}

/** Bank holidays that the owner has closed by other words than their name. */
const listHolidaysWithWords = ({ days }: DeliveryRules): Day[] =>
  Object.keys(days).filter((day) => days[day]?.closed !== undefined && isHoliday(day));

function isClosedBetween(from: Day, to: Day, rules: DeliveryRules): boolean {
  for (let day = addDays(from, 1); day < to; day = addDays(day, 1)) {
    if (!findClosure(day, rules)) return false;
  }
  return true;
}

/** Why there is no delivery on a day, to stand behind its name: `: Christmas Day`; empty if the calendar is not the reason. */
export function reasonOf(day: Day, rules: DeliveryRules): string {
  const words = findClosure(day, rules)?.words;
  return words ? `: ${words.replace(/\.$/, '')}` : '';
}
