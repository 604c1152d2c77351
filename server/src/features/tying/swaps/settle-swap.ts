import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { describeStage } from '../describe-stage.ts';
import { swaps } from '../table.ts';

type SwapDeps = Pick<Deps, 'clock' | 'db' | 'mail'>;
type SwapRow = typeof swaps.$inferSelect;

/** It was agreed by telephone: the ticket waits no longer. Settled already, nothing changes. */
export async function settleSwap(deps: SwapDeps, by: DoneBy, swapId: number): Promise<void> {
  await change(deps, by, swapId, async (tx, { state }) => {
    if (state === 'made') return undefined;
    await tx.update(swaps).set({ state: 'made' }).where(eq(swaps.id, swapId));
    return { what: 'swap settled', before: state, after: 'made' };
  });
}

/** The flower was found after all. The link in the letter leads nowhere from then on. */
export async function withdrawSwap(deps: SwapDeps, by: DoneBy, swapId: number): Promise<void> {
  await change(deps, by, swapId, (tx, swap) => deleteSwap(deps, tx, swap));
}

/** Removes a swap of an order that is locked, with letters of it that were not sent yet; returns what the order's event says. */
export async function deleteSwap({ mail }: Pick<Deps, 'mail'>, tx: Transaction, swap: SwapRow) {
  const { id, orderId, flower, count, instead, insteadCount, madeAt } = swap;
  await tx.delete(swaps).where(eq(swaps.id, id));
  // The letters of an order's swaps are told apart by nothing: those of another one stay.
  if ((await tx.$count(swaps, eq(swaps.orderId, orderId))) === 0)
    for (const kind of ['swap-made', 'swap-asked'] as const) await mail.withdraw(tx, kind, orderId, madeAt);
  return { what: 'swap withdrawn', before: `${insteadCount} ${instead}`, after: `${count} ${flower}` };
}

type Changed = { what: string; before: string; after: string } | undefined;

async function change(
  { clock, db }: SwapDeps,
  by: DoneBy,
  swapId: number,
  act: (tx: Transaction, swap: SwapRow) => Promise<Changed>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx.select({ orderId: swaps.orderId }).from(swaps).where(eq(swaps.id, swapId));
    if (!found) throw new NotFound('There is no such swap any more.');
    const order = await lockOrder(tx, found.orderId);
    // It is read again under the lock: somebody else may have withdrawn it.
    const [swap] = await tx.select().from(swaps).where(eq(swaps.id, swapId));
    if (!swap) throw new NotFound('There is no such swap any more.');
    if (order.stage !== 'to tie') throw new Conflict(await describeStage(tx, order, clock.now()));
    const event = await act(tx, swap);
    if (event) await recordEvent(tx, order.id, { at: clock.now(), ...by, ...event });
  });
}
