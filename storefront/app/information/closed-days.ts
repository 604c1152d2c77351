import { holidayName } from '#contract/bank-holidays.ts';
import type { Day } from '#contract/day.ts';
import { findClosure, formatDay } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';

const listOpened = ({ days }: DeliveryRules): Day[] => Object.keys(days).filter((day) => days[day]?.opened);

/** Days that the owner has closed, bank holidays aside. */
const listClosed = ({ days }: DeliveryRules): Day[] =>
  Object.keys(days).filter((day) => days[day]?.closed !== undefined && holidayName(day) === undefined);

/** When we do not deliver: `bank holidays`, unless the owner has opened some or closed other days. Only of these days, if given. */
export function restDays(rules: DeliveryRules, among?: readonly Day[]): string {
  const opened = listOpened(rules);
  const hasOpened = opened.some((day) => !among || among.includes(day));
  const isAnyLeft = !among || among.some((day) => holidayName(day) !== undefined && findClosure(day, rules));
  const holidays = hasOpened ? (isAnyLeft ? 'some bank holidays' : '') : 'bank holidays';
  if (!listClosed(rules).some((day) => !among || among.includes(day))) return holidays;
  return holidays ? `${holidays} and a few other days` : 'a few days';
}

/** The same as a sentence of the terms. */
export function holidayTerms(rules: DeliveryRules): string {
  const opened = listOpened(rules).map((day) => formatDay(day));
  return [
    'There is no delivery on the bank holidays of England and Wales',
    ...(opened.length > 0 ? [`, except on ${opened.join(', ')}`] : []),
    ...(listClosed(rules).length > 0 ? [', nor on a few other days, which the checkout marks'] : []),
    '.',
  ].join('');
}

/** Why there is no delivery on a day, to stand behind its name: `: Christmas Day`; empty if the calendar is not the reason. */
export function reasonOf(day: Day, rules: DeliveryRules): string {
  const words = findClosure(day, rules)?.words;
  return words ? `: ${words.replace(/\.$/, '')}` : '';
}
