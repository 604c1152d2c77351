/** An instant and what is then true in London; computed by hand. */
export type Instant = {
  wall: string;
  at: string;
  londonDay: string;
  /** The first day of delivery, and until when that holds. */
  day: string;
  orderBy: string;
  cutOffPassed: boolean;
};

/** By the day in London: the wall clock, UTC, the first day of delivery, order by (UTC), and whether noon has passed. */
const TABLE = `
# A plain winter day.
2026-11-17 00:30         2026-11-17T00:30:00.000Z 2026-11-18 2026-11-17T12:00:00.000Z false
2026-11-17 01:30         2026-11-17T01:30:00.000Z 2026-11-18 2026-11-17T12:00:00.000Z false
2026-11-17 11:59:59.999  2026-11-17T11:59:59.999Z 2026-11-18 2026-11-17T12:00:00.000Z false
2026-11-17 12:00         2026-11-17T12:00:00.000Z 2026-11-19 2026-11-18T12:00:00.000Z true
# The clocks go forward at 01:00; there is no 01:30, and an hour after 00:30 it is 02:30.
2026-03-29 00:30         2026-03-29T00:30:00.000Z 2026-03-30 2026-03-29T11:00:00.000Z false
2026-03-29 02:30         2026-03-29T01:30:00.000Z 2026-03-30 2026-03-29T11:00:00.000Z false
2026-03-29 11:59:59.999  2026-03-29T10:59:59.999Z 2026-03-30 2026-03-29T11:00:00.000Z false
2026-03-29 12:00         2026-03-29T11:00:00.000Z 2026-03-31 2026-03-30T11:00:00.000Z true
# The same on Easter Day: Monday is a holiday, so either side of noon leads to Tuesday.
2027-03-28 00:30         2027-03-28T00:30:00.000Z 2027-03-30 2027-03-29T11:00:00.000Z false
2027-03-28 02:30         2027-03-28T01:30:00.000Z 2027-03-30 2027-03-29T11:00:00.000Z false
2027-03-28 11:59:59.999  2027-03-28T10:59:59.999Z 2027-03-30 2027-03-29T11:00:00.000Z false
2027-03-28 12:00         2027-03-28T11:00:00.000Z 2027-03-30 2027-03-29T11:00:00.000Z true
# The clocks go back at 02:00: half past midnight is still in summer, the second 01:30 is not.
2026-10-25 00:30         2026-10-24T23:30:00.000Z 2026-10-26 2026-10-25T12:00:00.000Z false
2026-10-25 01:30         2026-10-25T01:30:00.000Z 2026-10-26 2026-10-25T12:00:00.000Z false
2026-10-25 11:59:59.999  2026-10-25T11:59:59.999Z 2026-10-26 2026-10-25T12:00:00.000Z false
2026-10-25 12:00         2026-10-25T12:00:00.000Z 2026-10-27 2026-10-26T12:00:00.000Z true
2027-10-31 00:30         2027-10-30T23:30:00.000Z 2027-11-01 2027-10-31T12:00:00.000Z false
2027-10-31 01:30         2027-10-31T01:30:00.000Z 2027-11-01 2027-10-31T12:00:00.000Z false
2027-10-31 11:59:59.999  2027-10-31T11:59:59.999Z 2027-11-01 2027-10-31T12:00:00.000Z false
2027-10-31 12:00         2027-10-31T12:00:00.000Z 2027-11-02 2027-11-01T12:00:00.000Z true`;

export const INSTANTS: Instant[] =
  TABLE.match(/^\d.*$/gm)?.map((row) => {
    const [londonDay = '', wall = '', at = '', day = '', orderBy = '', passed] = row.split(/ +/);
    return { wall, at, londonDay, day, orderBy, cutOffPassed: passed === 'true' };
  }) ?? [];

export const ZONES = ['UTC', 'Pacific/Auckland', 'America/New_York'];
