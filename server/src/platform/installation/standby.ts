import type { Deps } from '#server/deps.ts';
import { OnStandby } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, asc, desc, eq, isNotNull, isNull } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { restores } from './table.ts';

export type Restore = typeof restores.$inferSelect;

/**
 * Whether this is a restored copy that has not taken over. The shop it was copied from may be open, with the same
 * PayPal account and the same customers, so a copy moves no money and sends no letters.
 */
export async function isOnStandby(db: Database | Transaction): Promise<boolean> {
  const [waiting] = await standbyStatement(db).execute();
  return waiting !== undefined;
}

const standbyStatement = preparedFor((db) =>
  db.select({ id: restores.id }).from(restores).where(isNull(restores.takenOverAt)).limit(1).prepare('find-standby'),
);

/** The guard of every route that may move money. */
export const refuseOnStandby =
  ({ db }: Pick<Deps, 'db'>) =>
  async (): Promise<void> => {
    if (await isOnStandby(db)) throw new OnStandby();
  };

/** Makes a copy the shop. Returns what it was restored from, the oldest first; nothing if it is the shop already. */
export async function takeOver(tx: Transaction, now: Date): Promise<Restore[]> {
  const takenOver = await tx.update(restores).set({ takenOverAt: now }).where(isNull(restores.takenOverAt)).returning();
  return takenOver.toSorted((left, right) => left.id - right.id);
}

/** The restore that this shop came from last; undefined if it never was restored. */
export async function findLatestRestore(db: Database | Transaction): Promise<Restore | undefined> {
  const [latest] = await db.select().from(restores).orderBy(desc(restores.id)).limit(1);
  return latest;
}

/** The first restore that took over and whose time since the backup has not been looked up at PayPal. */
export async function findUnreconciled(db: Database): Promise<Restore | undefined> {
  const [restore] = await db
    .select()
    .from(restores)
    .where(and(isNotNull(restores.takenOverAt), isNull(restores.reconciledAt)))
    .orderBy(asc(restores.id))
    .limit(1);
  return restore;
}

export async function markReconciled(db: Database, id: number, now: Date): Promise<void> {
  await db.update(restores).set({ reconciledAt: now }).where(eq(restores.id, id));
}
