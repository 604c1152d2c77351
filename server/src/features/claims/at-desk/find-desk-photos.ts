import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { handovers } from '#server/features/runs/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { claims } from '../table.ts';

/** The buyer's photo, as JPEG. That somebody looked at it enlarged is written down. */
export async function findDeskPhoto(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  id: number,
  isEnlarged: boolean,
): Promise<Buffer> {
  return db.transaction(async (tx) => {
    const [claim] = await tx.select({ photo: claims.photo }).from(claims).where(eq(claims.id, id));
    if (!claim) throw new NotFound();
    if (isEnlarged) await writeDeskLog(tx, { at: clock.now(), ...by }, 'enlarge photo of claim', id);
    return claim.photo;
  });
}

/** The photo that the driver took at the door, if there still is one. */
export async function findDeliveryPhoto({ db }: Pick<Deps, 'db'>, claimId: number): Promise<Buffer> {
  const [found] = await db
    .select({ photo: handovers.photo })
    .from(claims)
    .innerJoin(handovers, eq(handovers.orderId, claims.orderId))
    .where(eq(claims.id, claimId));
  if (!found?.photo) throw new NotFound();
  return found.photo;
}
