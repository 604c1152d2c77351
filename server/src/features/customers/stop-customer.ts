import type { Deps } from '#server/deps.ts';
import { setStopped } from '#server/features/accounts/own-data/stop-account.ts';
import type { DoneNow } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { lockCustomer } from './lock-customer.ts';

/** From now on nothing can be bought with this account; the person reads why. Orders that were placed go on. Again: another reason. */
export async function stopCustomer(
  { db }: Pick<Deps, 'db'>,
  by: DoneNow,
  userId: number,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { stoppedReason } = await lockCustomer(tx, userId);
    if (stoppedReason === reason) return;
    await setStopped(tx, userId, { at: by.at, reason });
    const details = { before: stoppedReason === null ? 'may order' : 'stopped', after: 'stopped' };
    await writeDeskLog(tx, by, 'stop customer', userId, details);
  });
}

/** The undoing of it. */
export async function allowCustomer({ db }: Pick<Deps, 'db'>, by: DoneNow, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { stoppedAt } = await lockCustomer(tx, userId);
    if (stoppedAt === null) return;
    await setStopped(tx, userId, null);
    const details = { before: 'stopped', after: 'may order' };
    await writeDeskLog(tx, by, 'allow customer', userId, details);
  });
}
