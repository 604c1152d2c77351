import type { Day } from '#contract/day.ts';
import { type SQL, sql } from './drizzle.ts';

/** Whether a moment is on one of these days in London, the last included. A range, so that an index over time is used. */
export const withinDays = (moment: SQL, from: Day, to: Day): SQL => sql`
  ${moment} >= (${from}::date)::timestamp at time zone 'Europe/London'
  and ${moment} < (${to}::date + 1)::timestamp at time zone 'Europe/London'`;
