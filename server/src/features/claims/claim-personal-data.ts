import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { orders } from '#server/features/orders/table.ts';
import { eq, inArray } from '#server/platform/database/drizzle.ts';
import { readClaims } from './read-claims.ts';
import { claims } from './table.ts';

/**
 * Claims are deleted with the account, photos included; before the orders lose their user, who is found through them.
 */
export const claimPersonalData: PersonalDataSource = {
  name: 'claims',
  async list({ db }, userId) {
    const theirs = await db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
    const isTheirs = inArray(
      claims.orderId,
      theirs.map(({ id }) => id),
    );
    const photos = await db.select({ id: claims.id, photo: claims.photo }).from(claims).where(isTheirs);
    const photoOf = (claim: number) => photos.find(({ id }) => id === claim)?.photo.toString('base64');
    return (await readClaims(db, isTheirs)).map((claim) => ({ ...claim, photo_as_base64_jpeg: photoOf(claim.id) }));
  },
  async erase(tx, userId) {
    const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
    await tx.delete(claims).where(inArray(claims.orderId, theirs));
  },
};
