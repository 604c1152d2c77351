import type { Day } from '#contract/day.ts';
import { addDays, findClosure, londonDay, nextChoice } from '#contract/delivery.ts';
import { CUT_OFF, type DayRule, type DeliveryRules, FURTHEST_DAYS_AHEAD } from '#contract/delivery-rules.ts';
import { toPounds } from '#contract/money.ts';
import { DELIVERY_FEE } from '#contract/shop.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

/** As the tables are in JSON. */
type General = {
  fee_pence: number | null;
  cut_off: string | null;
  days_ahead: number | null;
  orders_a_day: number | null;
};
type Weekday = { weekday: number; cut_off: string | null; orders_a_day: number | null };
type OneDay = {
  day: Day;
  closed_words: string | null;
  opened: boolean;
  orders_a_day: number | null;
  cut_off: string | null;
  surcharge_pence: number | null;
  line: string | null;
};
type Found = { general: General | null; weekdays: Weekday[]; days: OneDay[] };

/** How many orders a day takes; undefined where there is no limit. */
export type DayLimits = {
  general: number | undefined;
  weekdays: Readonly<Record<number, number>>;
  days: Readonly<Record<Day, number>>;
};

/** Days that are looked at though nobody can choose them yet: flowers that came back go to the next open day. */
const LEAST_DAYS_AHEAD = 14;

/**
 * What the owner has set, for today and later. Which days are full is not among it: see count-places.ts. A day of the week that takes
 * no orders is closed on each of its days, in words: nothing has filled it. A day of it with places of its own is open.
 */
export async function readRules(
  db: Database | Transaction,
  now: Date,
): Promise<{ rules: DeliveryRules; limits: DayLimits }> {
  const { rules: stored, limits } = await readStoredRules(db, londonDay(now));
  const rules = { ...stored, ...closeWeekdays(stored, limits, londonDay(now)) };
  return { rules: nextChoice(now, rules) ? rules : { ...rules, paused: true }, limits };
}

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

const sayClosedWeekday = (weekday: number): string => `No deliveries on ${WEEKDAYS[weekday]}`;

function closeWeekdays(rules: DeliveryRules, limits: DayLimits, today: Day): Pick<DeliveryRules, 'weekdays' | 'days'> {
  const closed = Object.keys(limits.weekdays).filter((weekday) => limits.weekdays[Number(weekday)] === 0);
  const weekdays = { ...rules.weekdays };
  for (const weekday of closed) weekdays[weekday] = { ...weekdays[weekday], closed: sayClosedWeekday(Number(weekday)) };
  const days = { ...rules.days };
  for (let ahead = 0; closed.length > 0 && ahead <= Math.max(rules.days_ahead, LEAST_DAYS_AHEAD); ahead += 1) {
    const day = addDays(today, ahead);
    if (findClosure(day, rules) || limits.weekdays[new Date(day).getUTCDay()] !== 0) continue;
    const words = weekdayClosure(day, limits);
    days[day] = { ...days[day], ...(words === undefined ? { opened: true } : { closed: words }) };
  }
  return { weekdays, days };
}

/** Why nothing is delivered on a day whose weekday takes no orders, unless the day has a limit of its own. */
export function weekdayClosure(day: Day, { days, weekdays }: DayLimits): string | undefined {
  const weekday = new Date(day).getUTCDay();
  return days[day] === undefined && weekdays[weekday] === 0 ? sayClosedWeekday(weekday) : undefined;
}

/** What the owner has set for this day and later ones, as it is stored. */
export async function readStoredRules(
  db: Database | Transaction,
  from: Day,
): Promise<{ rules: DeliveryRules; limits: DayLimits }> {
  const { rows } = await db.execute<Found>(sql`
    select (select row_to_json(delivery_settings) from delivery_settings) as general,
      (select coalesce(json_agg(delivery_weekdays order by weekday), '[]') from delivery_weekdays) as weekdays,
      (select coalesce(json_agg(delivery_days order by day), '[]') from delivery_days where day >= ${from}) as days`);
  const { general, weekdays, days } = rows[0] as Found;
  const rules: DeliveryRules = {
    fee: general?.fee_pence == null ? DELIVERY_FEE : toPounds(general.fee_pence),
    cut_off: general?.cut_off ?? CUT_OFF,
    days_ahead: general?.days_ahead ?? FURTHEST_DAYS_AHEAD,
    weekdays: Object.fromEntries(
      weekdays.flatMap(({ weekday, cut_off }) => (cut_off === null ? [] : [[weekday, { cut_off }]])),
    ),
    days: Object.fromEntries(
      days.map((row) => [row.day, toDayRule(row)] as const).filter(([, rule]) => Object.keys(rule).length > 0),
    ),
    full: [],
  };
  return {
    rules,
    limits: {
      general: general?.orders_a_day ?? undefined,
      weekdays: Object.fromEntries(
        weekdays.flatMap(({ weekday, orders_a_day }) => (orders_a_day === null ? [] : [[weekday, orders_a_day]])),
      ),
      days: Object.fromEntries(
        days.flatMap(({ day, orders_a_day }) => (orders_a_day === null ? [] : [[day, orders_a_day]])),
      ),
    },
  };
}

const toDayRule = ({ closed_words, opened, cut_off, surcharge_pence, line }: OneDay): DayRule => ({
  ...(closed_words !== null && { closed: closed_words }),
  ...(opened && { opened }),
  ...(cut_off !== null && { cut_off }),
  ...(surcharge_pence && { surcharge: toPounds(surcharge_pence) }),
  ...(line !== null && { line }),
});

/** How many orders this day takes: as set for the day, else for its weekday, else for every day. */
export function limitOf(day: Day, { days, weekdays, general }: DayLimits): number | undefined {
  return days[day] ?? weekdays[new Date(day).getUTCDay()] ?? general;
}
