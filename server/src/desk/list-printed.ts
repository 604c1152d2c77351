import { londonDay } from '#contract/delivery.ts';
import type { ListPrinted, PrintedOrder, PrintedOrders, Sheet } from '#contract/desk-print.ts';
import { dropDirectionMarks } from '#contract/invisible.ts';
import { districtOf } from '#contract/postcode.ts';
import type { Deps } from '#server/deps.ts';
import { products } from '#server/features/catalogue/table.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import { isRun } from '#server/features/runs/find-run.ts';
import { AS_THEY_LEAVE, runStops, runs } from '#server/features/runs/table.ts';
import { readDetails } from '#server/features/shop/read-details.ts';
import { prints, swaps } from '#server/features/tying/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { toPlace } from './to-place.ts';

/** What is printed for some orders: those that are named, those of a run, or those of a day that have not left. */
export async function listPrinted(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  wanted: ListPrinted,
): Promise<PrintedOrders> {
  const { sheet, ids, run, only } = wanted;
  const isOneRun = run !== undefined && run !== 'carrier';
  const day = wanted.day ?? (ids || isOneRun ? undefined : londonDay(clock.now()));
  const rows = await listOrders(db, sheet, ids ? inArray(orders.id, ids) : selectBy(day, run));
  const lines = await listPaperLines(
    db,
    rows.map(({ order }) => order.id),
  );
  const printed = rows
    .map((row) => toPrinted(row, lines.get(row.order.id) ?? []))
    .filter((order) => only === undefined || order.printed === 0);
  const found = ids ? printed.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)) : printed;
  const { street, city, postcode, email } = await readDetails(db);
  return {
    sheet,
    sender: { street, city, postcode, email },
    day: day ?? (isOneRun ? (rows[0]?.runDay ?? null) : null),
    run: isOneRun ? (rows[0]?.run ?? null) : null,
    orders: found,
  };
}

function selectBy(day: string | undefined, run: string | undefined): SQL | undefined {
  if (day === undefined) return isRun(day, Number(run));
  const isOfDay = eq(orders.leavesOn, day);
  if (run === undefined) return and(isOfDay, inArray(orders.stage, ['to tie', 'tied']));
  if (run === 'carrier') return and(isOfDay, isNotNull(orders.collectedOn));
  return isRun(day, Number(run));
}

/** In the order in which the vans leave, what a carrier takes last. */
async function listOrders(db: Database, sheet: Sheet, where: SQL | undefined) {
  return db
    .select({
      order: orders,
      run: runs.number,
      runDay: runs.day,
      stop: sql<number | null>`case when ${runStops.orderId} is null then null else (select count(*)::integer
        from run_stops other where other.run_id = ${runStops.runId} and other.position <= ${runStops.position}) end`,
      printed: sql<number>`coalesce(${prints.count}, 0)`,
    })
    .from(orders)
    .leftJoin(runStops, eq(runStops.orderId, orders.id))
    .leftJoin(runs, eq(runs.id, runStops.runId))
    .leftJoin(prints, and(eq(prints.orderId, orders.id), eq(prints.sheet, sheet)))
    .where(and(where, eq(orders.status, 'C'), ne(orders.stage, 'cancelled')))
    .orderBy(sql`${isNull(orders.collectedOn)} desc`, AS_THEY_LEAVE, asc(runStops.position), asc(orders.id));
}
type PaperRow = Awaited<ReturnType<typeof listOrders>>[number];

async function listPaperLines(db: Database, orderIds: number[]): Promise<Map<number, PrintedOrder['lines']>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ item: orderItems, wrapping: products.presentation, care: products.care })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.id));
  const isDecided = and(inArray(swaps.orderId, orderIds), inArray(swaps.state, ['made', 'fine']));
  const swapped = Map.groupBy(
    await db.select().from(swaps).where(isDecided).orderBy(asc(swaps.id)),
    (row) => row.itemId,
  );
  const lines = rows.map(({ item, wrapping, care }) => ({
    orderId: item.orderId,
    line: {
      name: item.name,
      size: item.size,
      quantity: item.quantity,
      stems: item.stems,
      wrapping,
      care,
      extras: item.extras.map(({ name }) => name),
      swaps: (swapped.get(item.id) ?? []).map(({ flower, count, instead, insteadCount }) => ({
        flower,
        count,
        instead,
        instead_count: insteadCount,
      })),
    },
  }));
  return new Map(
    [...Map.groupBy(lines, ({ orderId }) => orderId)].map(([orderId, all]) => [orderId, all.map(({ line }) => line)]),
  );
}

function toPrinted({ order, run, stop, printed }: PaperRow, lines: PrintedOrder['lines']): PrintedOrder {
  const { recipient, address, postcode, phone } = toPlace(order);
  return {
    id: order.id,
    stage: order.stage,
    // A paid order has both, by a constraint of the database.
    leaves_on: order.leavesOn as string,
    arrives_on: order.deliveryDate as string,
    run,
    stop,
    by_carrier: order.collectedOn !== null,
    recipient,
    address,
    phone,
    district: districtOf(postcode),
    // Notes from before direction marks were dropped may hold some, which would turn the text beside them.
    note: dropDirectionMarks(order.text).trim(),
    driver_note: order.driverNote,
    nobody_in: order.nobodyIn,
    swap_choice: order.swapChoice,
    replaces: order.replacesOrderId,
    lines,
    printed,
  };
}
