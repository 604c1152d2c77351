import { holidayName } from '#contract/bank-holidays.ts';
import type { Day } from '#contract/day.ts';
import { formatDay, londonDay } from '#contract/delivery.ts';
import {
  type CalendarDay,
  type ChangeDay,
  type ChangeDelivery,
  type ChangeWeek,
  OPEN_ALONE,
  SAY_WHY,
  WEEKDAY_KEYS,
  WORDS_ALONE,
} from '#contract/desk-calendar.ts';
import { toPence } from '#contract/money.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { findCalendarDay } from './list-calendar.ts';
import { lockRules } from './lock-rules.ts';
import { setDay, setGeneral, setWeekday } from './set-rules.ts';
import { deliveryDays, deliverySettings, deliveryWeekdays } from './table.ts';

/** What a change replaced, and with what: for the log. Only what differs. */
export type Changed = { before: Record<string, unknown>; after: Record<string, unknown> };

/** Changes what differs on a day that is ahead of us. A limit may be below what is booked: those orders stay. */
export async function changeDay(tx: Transaction, now: Date, day: Day, change: ChangeDay): Promise<Changed> {
  if (day <= londonDay(now)) throw new Conflict(`${formatDay(day)} is not ahead of us: it cannot be changed.`);
  const { open, words, holds, cut_off, surcharge, line } = change;
  if (words && open === undefined) throw new Invalid({ words: [WORDS_ALONE] });
  const wanted = {
    ...(open !== undefined && toOpening(day, open, words)),
    ...(holds !== undefined && { ordersADay: holds }),
    ...(cut_off !== undefined && { cutOff: cut_off }),
    ...(surcharge !== undefined && { surchargePence: toPenceOrNull(surcharge) }),
    ...(line !== undefined && { line: line || null }),
  };
  await lockRules(tx);
  requireAsSeen(await findCalendarDay(tx, now, day), change);
  const [row] = await tx.select().from(deliveryDays).where(eq(deliveryDays.day, day));
  const changed = compare({ opened: false, ...row }, wanted);
  if (hasChanged(changed)) await setDay(tx, day, wanted);
  if (open && !(await findCalendarDay(tx, now, day)).open) throw new Invalid({ holds: [OPEN_ALONE] });
  return changed;
}

/** Of two who change the same thing at once, one is told; who change different things, both are heard. */
function requireAsSeen({ own, ...day }: CalendarDay, { seen = {}, ...change }: ChangeDay): void {
  const is = { ...own, open: day.open, surcharge: day.surcharge, line: day.line };
  // A day is opened and closed together with its words.
  const touched = { ...change, ...(change.open !== undefined && { words: change.words || null }) };
  const outdated = (Object.keys(touched) as (keyof typeof is)[]).some(
    (key) => seen[key] !== undefined && seen[key] !== is[key] && touched[key] !== is[key],
  );
  if (outdated)
    throw new Conflict('Somebody else has changed this day meanwhile. Look at what it says now, then save again.');
}

/** A bank holiday is opened by a word of its own, and closed by its name if nothing else is said. */
function toOpening(day: Day, open: boolean, words: string | undefined) {
  const isHoliday = holidayName(day) !== undefined;
  if (open) return { closedWords: null, opened: isHoliday };
  if (!words && !isHoliday) throw new Invalid({ words: [SAY_WHY] });
  return { closedWords: words || null, opened: false };
}

/** Changes what differs on days of the week. */
export async function changeWeek(tx: Transaction, change: ChangeWeek): Promise<Changed> {
  const changed: Changed = { before: {}, after: {} };
  await lockRules(tx);
  const rows = await tx.select().from(deliveryWeekdays);
  for (const [weekday, key] of WEEKDAY_KEYS.entries()) {
    const { open, holds, cut_off } = change[key] ?? {};
    const row = rows.find((each) => each.weekday === weekday);
    const wanted = {
      ...(open === false && { ordersADay: 0 }),
      // Whatever it took before it was closed is not known any more.
      ...(open && row?.ordersADay === 0 && { ordersADay: null }),
      ...(holds !== undefined && open !== false && { ordersADay: holds }),
      ...(cut_off !== undefined && { cutOff: cut_off }),
    };
    const ofDay = compare(row ?? {}, wanted);
    if (!hasChanged(ofDay)) continue;
    await setWeekday(tx, weekday, wanted);
    changed.before[key] = ofDay.before;
    changed.after[key] = ofDay.after;
  }
  return changed;
}

/** Changes what holds for every day. */
export async function changeDelivery(tx: Transaction, change: ChangeDelivery): Promise<Changed> {
  const { fee, cut_off, days_ahead, orders_a_day, van_districts, florist_refund, claims_at_once } = change;
  const wanted = {
    ...(fee !== undefined && { feePence: toPenceOrNull(fee) }),
    ...(cut_off !== undefined && { cutOff: cut_off }),
    ...(days_ahead !== undefined && { daysAhead: days_ahead }),
    ...(orders_a_day !== undefined && { ordersADay: orders_a_day }),
    ...(van_districts !== undefined && { vanDistricts: van_districts }),
    ...(florist_refund !== undefined && { floristRefundPence: toPenceOrNull(florist_refund) }),
    ...(claims_at_once !== undefined && { claimsAtOncePence: toPenceOrNull(claims_at_once) }),
  };
  await lockRules(tx);
  const [row] = await tx.select().from(deliverySettings);
  const changed = compare(row ?? {}, wanted);
  if (hasChanged(changed)) await setGeneral(tx, wanted);
  return changed;
}

const toPenceOrNull = (pounds: number | null) => (pounds === null ? null : toPence(pounds));

function compare(row: Record<string, unknown>, wanted: Record<string, unknown>): Changed {
  const differing = Object.keys(wanted).filter(
    (key) => JSON.stringify(row[key] ?? null) !== JSON.stringify(wanted[key] ?? null),
  );
  return {
    before: Object.fromEntries(differing.map((key) => [key, row[key] ?? null])),
    after: Object.fromEntries(differing.map((key) => [key, wanted[key] ?? null])),
  };
}

/** Whether there was anything to change. */
export const hasChanged = ({ after }: Changed): boolean => Object.keys(after).length > 0;
