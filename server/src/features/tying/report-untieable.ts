import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { lockOrder, lockOrders } from '#server/features/orders/lock-order.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { describeStage } from './describe-stage.ts';

/** The events that say whether an order can be tied: the last of them holds. Any move of its stage ends the matter. */
export const CAN_TIE_EVENTS = ['cannot be tied', 'can be tied', 'stage'] as const;

/** Puts an order under trouble: it cannot be tied today, and why. */
export async function reportUntieable(
  deps: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  orderId: number,
  why: string | undefined,
): Promise<void> {
  await decide(deps, by, orderId, 'cannot be tied', why);
}

/** The same for several, all or none: a flower is missing that nothing can go in for. */
export async function reportAllUntieable(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  orderIds: readonly number[],
  why: string | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockOrders(tx, orderIds);
    const missing = orderIds.find((id) => !locked.some((order) => order.id === id));
    if (missing !== undefined) throw new NotFound(`There is no order ${missing}.`);
    for (const order of locked) await decideLocked({ clock }, tx, by, order, 'cannot be tied', why);
  });
}

/** Takes that back. */
export async function reportTieable(deps: Pick<Deps, 'clock' | 'db'>, by: DoneBy, orderId: number): Promise<void> {
  await decide(deps, by, orderId, 'can be tied');
}

async function decide(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  orderId: number,
  what: 'cannot be tied' | 'can be tied',
  why?: string,
): Promise<void> {
  await db.transaction(async (tx) => decideLocked({ clock }, tx, by, await lockOrder(tx, orderId), what, why));
}

async function decideLocked(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  by: DoneBy,
  order: OrderRow,
  what: 'cannot be tied' | 'can be tied',
  why?: string,
): Promise<void> {
  if (order.stage !== 'to tie') throw new Conflict(await describeStage(tx, order, clock.now()));
  const isTieable = (await findLast(tx, order.id)) !== 'cannot be tied';
  if (isTieable === (what === 'can be tied')) return;
  await recordEvent(tx, order.id, { at: clock.now(), ...by, what, after: why ?? null });
  // Events are announced by nothing else.
  await tx.execute(sql`select pg_notify('desk_changed', ${`order ${order.id}`})`);
}

async function findLast(tx: Transaction, orderId: number): Promise<string | undefined> {
  const [last] = await tx
    .select({ what: orderEvents.what })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.what, [...CAN_TIE_EVENTS])))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return last?.what;
}
