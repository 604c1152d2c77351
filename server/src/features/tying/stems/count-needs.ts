import type { Day } from '#contract/day.ts';
import { nameInSize } from '#contract/line-words.ts';
import { products } from '#server/features/catalogue/table.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { swaps, tiedCounts } from '../table.ts';

/** The stems of one flower: in all, by day and by bouquet. */
export type Need = { stems: number; days: Map<Day, number>; bouquets: Map<number, number> };
type Bouquet = { name: string; count: number; orders: Set<number> };
export type Needs = {
  orders: Set<number>;
  bouquets: Bouquet[];
  flowers: Map<string, Need>;
  wrapping: Map<string, number>;
  extras: Map<string, number>;
};

const LEFT_TO_TIE = sql<number>`${orderItems.quantity} - coalesce(${tiedCounts.tied}, 0)`;

/** What the orders still need that leave in these days and are to be tied. Flowers that were swapped are counted as swapped. */
export async function countNeeds(db: Database | Transaction, from: Day, to: Day): Promise<Needs> {
  const needs: Needs = {
    orders: new Set(),
    bouquets: [],
    flowers: new Map(),
    wrapping: new Map(),
    extras: new Map(),
  };
  const places = new Map<string, number>();
  for (const group of await listGroups(db, from, to)) {
    for (const id of group.orders) needs.orders.add(id);
    if (group.count <= 0) continue;
    const place = places.get(nameInSize(group)) ?? needs.bouquets.length;
    places.set(nameInSize(group), place);
    needs.bouquets[place] ??= { name: nameInSize(group), count: 0, orders: new Set() };
    const bouquet = needs.bouquets[place] as Bouquet;
    bouquet.count += group.count;
    for (const id of group.orders) bouquet.orders.add(id);
    for (const { flower, count } of group.stems) addStems(needs, flower, group.day, place, count * group.count);
    addTo(needs.wrapping, group.presentation, group.count);
    for (const { name } of group.extras) addTo(needs.extras, name, group.count);
  }
  for (const swap of await listSwaps(db, from, to)) {
    const place = places.get(nameInSize(swap));
    if (place === undefined || swap.left <= 0) continue;
    addStems(needs, swap.flower, swap.day, place, -swap.count * swap.left);
    addStems(needs, swap.instead, swap.day, place, swap.insteadCount * swap.left);
  }
  for (const [flower, need] of needs.flowers) if (need.stems <= 0) needs.flowers.delete(flower);
  return needs;
}

function addStems({ flowers }: Needs, flower: string, day: Day, place: number, stems: number): void {
  const need = flowers.get(flower) ?? { stems: 0, days: new Map(), bouquets: new Map() };
  flowers.set(flower, need);
  need.stems += stems;
  addTo(need.days, day, stems);
  addTo(need.bouquets, place, stems);
  if (need.bouquets.get(place) === 0) need.bouquets.delete(place);
}

const addTo = <Key>(counts: Map<Key, number>, key: Key, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

const isToTie = (from: Day, to: Day) =>
  and(sql`${orders.leavesOn} between ${from} and ${to}`, eq(orders.stage, 'to tie'));

/** Lines that are tied alike are added up by the database: on a peak day there are thousands of them. */
async function listGroups(db: Database | Transaction, from: Day, to: Day) {
  const { name, size, stems, extras } = orderItems;
  return db
    .select({
      name,
      size,
      stems,
      extras,
      presentation: products.presentation,
      // It leaves on a day, because the range has found it.
      day: sql<Day>`${orders.leavesOn}::text`,
      count: sql<number>`sum(${LEFT_TO_TIE})::integer`,
      orders: sql<number[]>`array_agg(distinct ${orders.id})`,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(tiedCounts, eq(tiedCounts.itemId, orderItems.id))
    .where(isToTie(from, to))
    .groupBy(name, size, stems, extras, products.presentation, orders.leavesOn)
    .orderBy(name, size, orders.leavesOn);
}

async function listSwaps(db: Database | Transaction, from: Day, to: Day) {
  const { flower, count, instead, insteadCount } = swaps;
  return (
    db
      .select({
        flower,
        count,
        instead,
        insteadCount,
        name: orderItems.name,
        size: orderItems.size,
        day: sql<Day>`${orders.leavesOn}::text`,
        left: LEFT_TO_TIE,
      })
      .from(swaps)
      .innerJoin(orderItems, eq(orderItems.id, swaps.itemId))
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .leftJoin(tiedCounts, eq(tiedCounts.itemId, orderItems.id))
      // Until the buyer has answered, nothing else is bought.
      .where(and(isToTie(from, to), inArray(swaps.state, ['made', 'fine'])))
  );
}
