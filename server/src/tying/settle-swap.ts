import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../errors.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { recordEvent } from '../orders/record-event.ts';
import { doneBy } from '../staff/done-by.ts';
import { describeStage } from './describe-stage.ts';
import { swaps } from './table.ts';
import type { Presser } from './tie-orders.ts';

type Needed = Pick<Deps, 'clock' | 'db'>;
type Row = { flower: string; count: number; instead: string; insteadCount: number; state: string };

/** It was agreed by telephone: the ticket waits no longer. Settled already, nothing changes. */
export async function settleSwap(deps: Needed, by: Presser, swapId: number): Promise<void> {
  await change(deps, by, swapId, async (tx, { state }) => {
    if (state === 'made') return undefined;
    await tx.update(swaps).set({ state: 'made' }).where(eq(swaps.id, swapId));
    return { what: 'swap settled', before: state, after: 'made' };
  });
}

/** The flower was found after all. The link in the letter leads nowhere from then on. */
export async function withdrawSwap(deps: Needed, by: Presser, swapId: number): Promise<void> {
  await change(deps, by, swapId, async (tx, { flower, count, instead, insteadCount }) => {
    await tx.delete(swaps).where(eq(swaps.id, swapId));
    return { what: 'swap withdrawn', before: `${insteadCount} ${instead}`, after: `${count} ${flower}` };
  });
}

type Changed = { what: string; before: string; after: string } | undefined;

async function change(
  { clock, db }: Needed,
  by: Presser,
  swapId: number,
  act: (tx: Transaction, swap: Row) => Promise<Changed>,
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
    if (event) await recordEvent(tx, order.id, { at: clock.now(), ...doneBy(by), ...event });
  });
}
