import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { pictureFiles, productPhotos } from '../table.ts';
import type { MadePicture } from './made-picture.ts';
import { makePicture } from './make-picture.ts';

/**
 * Makes the files of a picture from a photo that was sent to the desk. One of which none can be made is marked with the reason, and
 * can be tried again from the page. Doing it twice is harmless.
 */
export async function makeProductPicture({ db, log }: Pick<Deps, 'db' | 'log'>, id: number): Promise<void> {
  const isPhoto = eq(productPhotos.id, id);
  const [photo] = await db.select().from(productPhotos).where(isPhoto);
  if (photo?.state !== 'waiting' || !photo.original) return;
  let made: MadePicture;
  try {
    made = await makePicture(photo.original);
  } catch (error) {
    log.warn({ err: describeFailure(error) }, `No picture could be made of photo ${id}`);
    const reason = `No picture could be made of this photo: it ${(error as Error).message}.`;
    await db.update(productPhotos).set({ state: 'failed', reason }).where(isPhoto);
    return;
  }
  const { files, ...facts } = made;
  await db.transaction(async (tx) => {
    await tx
      .insert(pictureFiles)
      .values(files.map((file) => ({ picture: facts.id, ...file })))
      .onConflictDoNothing();
    await tx
      .update(productPhotos)
      .set({ state: 'made', original: null, picture: { ...facts, alt: '' }, pictureId: facts.id })
      .where(isPhoto);
  });
}
