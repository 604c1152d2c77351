import { londonDay } from '#contract/delivery.ts';
import type { SheetTicket, Ticket } from '#contract/desk.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { products } from '#server/features/catalogue/table.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import { listSwaps } from '#server/features/tying/swaps/list-swaps.ts';
import { orderNotes } from '#server/features/tying/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { asc, eq, sql } from '#server/platform/database/drizzle.ts';
import { readTickets, SHEET_ORDER, WITH_RUN } from './read-tickets.ts';
import { listSheetRuns } from './show-today.ts';

/** One order as it lies on the bench, and where it stands among those that are still to tie. */
export async function showTicket({ clock, db }: Pick<Deps, 'clock' | 'db'>, orderId: number): Promise<Ticket> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (order?.status !== 'C') throw new NotFound();
  const now = clock.now();
  const [tickets, lines, swaps, notes] = await Promise.all([
    readTickets(db, [orderId], londonDay(now)),
    listRecipes(db, orderId),
    listSwaps(db, orderId),
    db.select().from(orderNotes).where(eq(orderNotes.orderId, orderId)).orderBy(asc(orderNotes.id)),
  ]);
  const ticket = tickets[0] as SheetTicket;
  const [onDay, queue] = await Promise.all([listSheetRuns(db, ticket.leaves_on), listToTie(db, ticket.leaves_on)]);
  const place = queue.findIndex(({ id }) => id === orderId);
  const tied = new Map(ticket.lines.map((line) => [line.id, line.tied]));
  const { id, stage, leaves_on, arrives_on, by_carrier, recipient, district, flags, troubles, replaced_by } = ticket;
  return {
    id,
    stage,
    leaves_on,
    arrives_on,
    by_carrier,
    recipient,
    district,
    flags,
    troubles,
    replaced_by,
    buyer: order.buyer ?? '',
    note: order.text,
    driver_note: order.driverNote,
    nobody_in: order.nobodyIn,
    swap_choice: order.swapChoice,
    can_ask: order.userId !== null,
    lines: lines.map(({ item, presentation }) => ({
      id: item.id,
      name: item.name,
      size: item.size,
      quantity: item.quantity,
      picture: item.picture,
      tied: tied.get(item.id) ?? 0,
      wrapping: presentation,
      extras: item.extras.map(({ name }) => name),
      recipe: item.stems,
    })),
    swaps,
    notes: notes.map(({ id, who, text, at }) => ({ id, who, text, at: at.toISOString() })),
    run: onDay.find((run) => run.id === ticket.run) ?? null,
    left_to_tie: queue.filter(({ run, by_carrier }) => run === ticket.run && by_carrier === ticket.by_carrier).length,
    place: place < 0 ? null : place + 1,
    of: queue.length,
    before: queue[place - 1]?.id ?? null,
    after: queue[place + 1]?.id ?? null,
  };
}

async function listRecipes(db: Database, orderId: number) {
  return db
    .select({ item: orderItems, presentation: products.presentation })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id));
}

type Queued = { id: number; run: number | null; by_carrier: boolean };

/** What is still to tie on a day, as the sheet has it. */
async function listToTie(db: Database, day: string): Promise<Queued[]> {
  const { rows } = await db.execute<Queued>(sql`
    select orders.id, runs.id as run, orders.collected_on is not null as by_carrier from orders ${WITH_RUN}
    where orders.leaves_on = ${day} and orders.stage = 'to tie' order by ${SHEET_ORDER}`);
  return rows;
}
