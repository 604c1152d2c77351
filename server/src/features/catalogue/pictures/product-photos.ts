import { LEAST_PHOTO } from '#contract/bouquet-limits.ts';
import type { BouquetPhoto } from '#contract/desk-catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid, NotFound } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type ProductPhotoRow, productPhotos } from '../table.ts';
import { loadSharp } from './load-sharp.ts';

/** The queue in which pictures are made of photos. */
export const MAKE_PICTURE = 'make-product-picture';

/** Without the photo itself. */
const STATE = {
  id: productPhotos.id,
  state: productPhotos.state,
  reason: productPhotos.reason,
  picture: productPhotos.picture,
};

type PhotoDeps = Pick<Deps, 'clock' | 'db' | 'jobs'>;

/** Stores a photo that was drawn anew; its picture is made in the background. Refuses one that is too small for the shop. */
export async function addPhoto({ clock, db, jobs }: PhotoDeps, original: Buffer): Promise<BouquetPhoto> {
  await requireLargeEnough(original);
  return db.transaction(async (tx) => {
    const [photo] = await tx.insert(productPhotos).values({ sentAt: clock.now(), original }).returning();
    const { id } = photo as ProductPhotoRow;
    await queue(jobs, tx, id);
    return toBouquetPhoto(photo as ProductPhotoRow);
  });
}

export async function findPhoto({ db }: Pick<Deps, 'db'>, id: number): Promise<BouquetPhoto> {
  const [photo] = await db.select(STATE).from(productPhotos).where(eq(productPhotos.id, id));
  if (!photo) throw new NotFound('This photo is not there any more. Please send it again.');
  return photo;
}

/** Tries again to make a picture of a photo that failed. Safe to repeat. */
export async function retryPhoto({ db, jobs }: PhotoDeps, id: number): Promise<BouquetPhoto> {
  return db.transaction(async (tx) => {
    const [photo] = await tx.select().from(productPhotos).where(eq(productPhotos.id, id)).for('update');
    if (!photo) throw new NotFound('This photo is not there any more. Please send it again.');
    if (photo.state !== 'failed') return toBouquetPhoto(photo);
    const waiting = { state: 'waiting', reason: null } as const;
    await tx.update(productPhotos).set(waiting).where(eq(productPhotos.id, id));
    await queue(jobs, tx, id);
    return toBouquetPhoto({ ...photo, ...waiting });
  });
}

const queue = (jobs: Deps['jobs'], tx: Transaction, photo: number) =>
  jobs.add(tx, MAKE_PICTURE, { photo }, { key: `photo ${photo}` });

const toBouquetPhoto = ({ id, state, reason, picture }: ProductPhotoRow): BouquetPhoto => ({
  id,
  state,
  reason,
  picture,
});

const SIZE = `${LEAST_PHOTO.width} × ${LEAST_PHOTO.height} pixels`;

/** The photo is one of ours already, so its header can be read here. */
async function requireLargeEnough(original: Buffer): Promise<void> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(original).metadata();
  const is = `This photo is ${width} × ${height}`;
  if (width >= height) throw new Invalid({ photo: [`${is}. Please send a portrait one, at least ${SIZE}.`] });
  if (width < LEAST_PHOTO.width || height < LEAST_PHOTO.height)
    throw new Invalid({ photo: [`${is}, which is too small for the shop. Please send at least ${SIZE}.`] });
}
