import type { Day } from '#contract/day.ts';
import { addDays, nextDelivery, nextOpenDay } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import { listDaysWithPlaces, takePlace } from '#server/features/delivery/count-places.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { readRules } from '#server/features/delivery/read-rules.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { listLimited, type Wanted } from '../cart/limited-bouquets.ts';
import { hasBouquets, listDaysWithBouquets } from '../cart/require-bouquet-days.ts';

/** `lacks`: no day has everything, and on this one there is no room, or not every bouquet can be had. A person must look. */
type TakenDay = { day: Day; lacks: 'room' | 'bouquets' | null; rules: DeliveryRules };
type Search = { now: Date; lines: readonly Wanted[]; wanted?: Day | null };

/**
 * For flowers that must come, where the shop chooses the day: takes a place on the wanted day, or on the first after it that
 * has room and on which every bouquet can be had. Where there is none, it is the first day with room, and where every day is
 * full, the first on which we deliver. Days that look full are passed over without a lock; the others are locked in
 * ascending order, each before its bouquets.
 */
export async function takeNextDay(tx: Transaction, { now, lines, wanted }: Search): Promise<TakenDay> {
  await shareRules(tx);
  const { rules, limits } = await readRules(tx, now);
  const [first, ...later] = listOpenDays(now, rules, wanted);
  const withRoom = await listDaysWithPlaces(tx, [first, ...later], limits);
  const limited = await listLimited(tx, lines);
  const withAll = await listDaysWithBouquets(tx, limited, withRoom);
  for (const day of withAll) {
    if ((await takePlace(tx, day, limits)) && (await hasBouquets(tx, limited, day))) return { day, lacks: null, rules };
  }
  const lastLocked = withAll.at(-1) ?? '';
  for (const day of withRoom) {
    if (day > lastLocked && (await takePlace(tx, day, limits))) return { day, lacks: 'bouquets', rules };
  }
  return { day: first, lacks: 'room', rules };
}

/** The days on which we deliver from the wanted or else the soonest, for as many days as people may choose from. */
function listOpenDays(now: Date, rules: DeliveryRules, wanted: Day | null | undefined): [Day, ...Day[]] {
  const soonest = nextDelivery(now, rules).day;
  const first = wanted && wanted > soonest ? nextOpenDay(wanted, rules) : soonest;
  const last = addDays(first, rules.days_ahead);
  const days: [Day, ...Day[]] = [first];
  for (let day = first; day <= last; day = nextOpenDay(addDays(day, 1), rules)) {
    if (day !== first) days.push(day);
  }
  return days;
}
