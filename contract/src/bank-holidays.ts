import type { Day } from './day.ts';

// By rule, not by list, so no January finds the shop with last year's dates. A day proclaimed once only
// (a coronation, a jubilee) follows no rule: when one is announced, it becomes a line in `holidayName`.

const DAY_MS = 86_400_000;
const MONDAY = 1;
const TUESDAY = 2;

/** Names the bank holiday of England and Wales on this day; undefined on any other. */
export function holidayName(day: Day): string | undefined {
  const time = Date.parse(day);
  const date = new Date(time);
  const easter = easterSunday(date.getUTCFullYear());
  if (time === easter - 2 * DAY_MS) return 'Good Friday';
  if (time === easter + DAY_MS) return 'Easter Monday';
  return fixedHoliday(date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay());
}

// When 1 January, 25 or 26 December falls on a weekend the law moves the bank holiday to the next free weekday.
// We rest on both: Christmas Day, Boxing Day and New Year's Day themselves are never delivery days, whatever weekday
// they are, and neither are their substitutes.
function fixedHoliday(month: number, date: number, weekday: number): string | undefined {
  const monday = weekday === MONDAY;
  if (month === 1) {
    if (date === 1) return "New Year's Day";
    if (monday && date <= 3) return "New Year's Day (substitute)";
  }
  if (month === 5 && monday) {
    if (date <= 7) return 'Early May bank holiday';
    if (date >= 25) return 'Spring bank holiday';
  }
  if (month === 8 && monday && date >= 25) return 'Summer bank holiday';
  if (month === 12) {
    if (date === 25) return 'Christmas Day';
    if (date === 26) return 'Boxing Day';
    // The 27th is a Monday or Tuesday exactly when the 25th was a Saturday or Sunday; the same holds for 28th and 26th.
    const owed = monday || weekday === TUESDAY;
    if (owed && date === 27) return 'Christmas Day (substitute)';
    if (owed && date === 28) return 'Boxing Day (substitute)';
  }
  return undefined;
}

// Easter is the Sunday after the Church's full moon, the first on or after 21 March by the Gregorian tables: a 19-year
// cycle of moons, held back by the leap days that centuries drop and pushed on by the moon's own drift.
function easterSunday(year: number): number {
  const yearOfMoonCycle = year % 19;
  const century = Math.floor(year / 100);
  const droppedLeapDays = century - Math.floor(century / 4);
  const moonDrift = Math.floor((8 * century + 13) / 25);
  const tabled = (19 * yearOfMoonCycle + droppedLeapDays - moonDrift + 15) % 30;
  // The tables pull the two latest moons in by a day, so that Easter never comes after 25 April.
  const pulledIn = tabled === 29 || (tabled === 28 && yearOfMoonCycle > 10) ? 1 : 0;
  const fullMoon = Date.UTC(year, 2, 21 + tabled - pulledIn);
  return fullMoon + (7 - new Date(fullMoon).getUTCDay()) * DAY_MS;
}
