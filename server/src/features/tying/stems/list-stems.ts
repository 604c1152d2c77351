import type { Day } from '#contract/day.ts';
import { addDays, countDays, lastMoment, londonDay, promiseFor } from '#contract/delivery.ts';
import { type ListStems, MOST_DAYS_OF_STEMS, type NeededFlower, type StemsToBuy } from '#contract/desk-stems.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { listBunches } from '#server/features/catalogue/recipes/bunches.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { expectOrders } from '../expect-orders.ts';
import { stemPurchases } from '../table.ts';
import { countNeeds, type Need, type Needs } from './count-needs.ts';
import { compareFlowers, groupFlowers } from './flower-groups.ts';

type StemDeps = Pick<Deps, 'clock' | 'db' | 'delivery'>;

/** What to buy for everything that leaves in these days and is still to be tied. */
export async function listStems({ clock, db, delivery }: StemDeps, wanted: ListStems): Promise<StemsToBuy> {
  const now = clock.now();
  const from = wanted.from ?? addDays(londonDay(now), 1);
  const to = wanted.to ?? from;
  requireRange(from, to);
  const needs = await countNeeds(db, from, to);
  const [purchases, bunches] = [await listPurchases(db, from, to), await listBunches(db)];
  const orders = needs.orders.size;
  const asIf = wanted.orders !== undefined && wanted.orders > orders && orders > 0 ? wanted.orders : null;
  const factor = asIf === null ? 1 : asIf / orders;
  const more = (count: number) => Math.ceil(count * factor - 1e-9);
  const groups = groupFlowers([...needs.flowers.keys()]);
  const flowers = [...needs.flowers].map(([flower, need]) => ({
    flower,
    group: groups.get(flower) ?? '',
    needed: need.stems,
    for: [...need.bouquets].map(([bouquet, stems]) => ({ bouquet, stems })),
    ...toBuy(more(need.stems * (1 + wanted.spare / 100)), purchases.cooler.get(flower) ?? 0, bunches.get(flower)),
    ...compareWithBought(flower, need, purchases),
  }));
  return {
    from,
    to,
    spare: wanted.spare,
    orders,
    as_if: asIf,
    stems: flowers.reduce((sum, { needed }) => sum + needed, 0),
    bouquets: needs.bouquets.map(({ name, count, orders }) => ({
      name,
      count,
      orders: [...orders].toSorted((one, other) => one - other),
    })),
    flowers: flowers.toSorted(compareFlowers),
    wrapping: listCounts(needs.wrapping, more),
    extras: listCounts(needs.extras, more),
    open: from === to ? await whileOpen({ db, delivery }, from, now, orders) : null,
    counted_at: now.toISOString(),
  };
}

export function requireRange(from: Day, to: Day): void {
  const days = countDays(from, to) + 1;
  if (!(days >= 1)) throw new Invalid({ to: ['The last day cannot be before the first.'] });
  if (days > MOST_DAYS_OF_STEMS) throw new Invalid({ to: [`That is more than ${MOST_DAYS_OF_STEMS} days at once.`] });
}

/** In whole bunches where the flower is sold by the bunch. */
function toBuy(stems: number, inCooler: number, bunch: number | undefined) {
  const missing = Math.max(0, stems - inCooler);
  if (bunch === undefined || bunch === 1) return { in_cooler: inCooler, buy: missing, bunch: null, bunches: null };
  const bunches = Math.ceil(missing / bunch);
  return { in_cooler: inCooler, buy: bunches * bunch, bunch, bunches };
}

/** Orders that came after the tick need more than was bought. */
function compareWithBought(
  flower: string,
  { days }: Need,
  { bought }: Purchases,
): Pick<NeededFlower, 'bought' | 'since_bought'> {
  const isTicked = [...days.keys()].some((day) => bought.has(`${day} ${flower}`));
  if (!isTicked) return { bought: false, since_bought: 0 };
  const since = [...days].reduce(
    (sum, [day, stems]) => sum + Math.max(0, stems - (bought.get(`${day} ${flower}`) ?? 0)),
    0,
  );
  return { bought: since === 0, since_bought: since };
}

const listCounts = (counts: Needs['wrapping'], more: (count: number) => number) =>
  [...counts]
    .map(([name, count]) => ({ name, count: more(count) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'));

async function whileOpen(
  { db, delivery }: Pick<StemDeps, 'db' | 'delivery'>,
  day: Day,
  now: Date,
  orders: number,
): Promise<StemsToBuy['open']> {
  const rules = delivery.rules();
  if (!promiseFor(now, day, rules).ok) return null;
  const left = delivery.placesLeft(day);
  return {
    order_by: lastMoment(day, rules).toISOString(),
    may_come: left,
    expected: await expectOrders(db, { day, now, orders, left }),
  };
}

type Purchases = {
  /** Stems that were bought, by `2026-11-18 Red rose`. */
  bought: Map<string, number>;
  /** What was found in the cooler for the first of the days. */
  cooler: Map<string, number>;
};

async function listPurchases(db: Database | Transaction, from: Day, to: Day): Promise<Purchases> {
  const rows = await db.select().from(stemPurchases).where(sql`${stemPurchases.day} between ${from} and ${to}`);
  const bought = rows.filter(({ boughtFor }) => boughtFor > 0);
  return {
    bought: new Map(bought.map(({ day, flower, boughtFor }) => [`${day} ${flower}`, boughtFor])),
    cooler: new Map(rows.filter(({ day }) => day === from).map(({ flower, inCooler }) => [flower, inCooler])),
  };
}
