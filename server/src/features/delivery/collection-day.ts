import type { Day } from '#contract/day.ts';
import { districtsOf } from '#contract/postcode.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';

/**
 * The day on which a carrier collects what arrives on this day, as part of the statement that stores it: the day before. Null
 * where one of the shop's own vans goes.
 */
export const collectionDay = (day: Day, postcode: string): SQL<Day | null> => sql`(
  select case when van_districts is null or van_districts && ${sql.param(districtsOf(postcode))}::text[] then null
    else ${day}::date - 1 end from delivery_settings)`;
