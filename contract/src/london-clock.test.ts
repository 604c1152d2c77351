import { expect, test } from 'vitest';
import { readLondonClock } from './london-clock.ts';

const HOUR_MS = 3_600_000;

const intl = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A London clock in the form that `intl` has. */
function show(instant: Date): string {
  const { day, minutes } = readLondonClock(instant);
  const [year, month, date] = day.split('-');
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date}/${month}/${year}, ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** If this fails after Node was updated, the law has changed: so must the rule. */
test('shows what the time zone database says, every hour from 1996 to 2045', () => {
  const wrong: string[] = [];
  const end = Date.UTC(2046, 0, 1);
  for (let time = Date.UTC(1996, 0, 1); time < end; time += HOUR_MS) {
    const instant = new Date(time);
    if (show(instant) !== intl.format(instant)) wrong.push(instant.toISOString());
  }
  expect(wrong).toEqual([]);
});

test('changes at the very millisecond', () => {
  const clockAt = (instant: string) => readLondonClock(new Date(instant));
  expect(clockAt('2026-03-29T00:59:59.999Z')).toEqual({ day: '2026-03-29', minutes: 59 });
  expect(clockAt('2026-03-29T01:00:00.000Z')).toEqual({ day: '2026-03-29', minutes: 120 });
  expect(clockAt('2026-10-25T00:59:59.999Z')).toEqual({ day: '2026-10-25', minutes: 119 });
  expect(clockAt('2026-10-25T01:00:00.000Z')).toEqual({ day: '2026-10-25', minutes: 60 });
  expect(clockAt('2026-07-14T23:00:00.000Z')).toEqual({ day: '2026-07-15', minutes: 0 });
});
