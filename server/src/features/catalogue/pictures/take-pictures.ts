import type { SaveBouquet } from '#contract/desk-catalogue.ts';
import type { Picture } from '#contract/pictures.ts';
import { Invalid } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { inArray } from '#server/platform/database/drizzle.ts';
import { productPhotos } from '../table.ts';
import type { StoredBouquet } from '../to-bouquet.ts';

type Facts = Omit<Picture, 'alt'>;
type Wanted = Pick<SaveBouquet, 'pictures' | 'standard_picture' | 'large' | 'grand'>;

/**
 * The pictures that a bouquet is to show: its own of before, and photos that were sent to the desk. Those are the bouquet's
 * then, and no longer among the photos that wait to be used.
 */
export async function takePictures(
  tx: Transaction,
  wanted: Wanted,
  stored?: StoredBouquet,
): Promise<Map<string, Facts>> {
  const known = new Map(picturesOf(stored).map(({ alt, ...facts }) => [facts.id, facts]));
  const asked = [...wanted.pictures, wanted.standard_picture, wanted.large?.picture, wanted.grand?.picture];
  const sent = [...new Set(asked.flatMap((picture) => (picture && !known.has(picture.id) ? [picture.id] : [])))];
  if (sent.length === 0) return known;
  const photos = await tx
    .select()
    .from(productPhotos)
    .where(inArray(productPhotos.pictureId, sent))
    // In one order, so that two who save with the same photos do not deadlock.
    .orderBy(productPhotos.id)
    .for('update');
  for (const { picture } of photos) {
    if (!picture) continue;
    const { alt, ...facts } = picture;
    known.set(facts.id, facts);
  }
  const lost = wanted.pictures.findIndex(({ id }) => !known.has(id));
  if (lost >= 0) throw new Invalid({ pictures: [`Photo ${lost + 1} is not there any more. Please send it again.`] });
  for (const field of ['standard_picture', 'large', 'grand'] as const) {
    const picture = field === 'standard_picture' ? wanted[field] : wanted[field]?.picture;
    if (picture && !known.has(picture.id))
      throw new Invalid({ [field]: ['Its photo is not there any more. Please send it again.'] });
  }
  await tx.delete(productPhotos).where(inArray(productPhotos.pictureId, sent));
  return known;
}

const picturesOf = (stored: StoredBouquet | undefined): Picture[] =>
  stored
    ? [
        ...stored.product.pictures,
        ...stored.product.standardPictures,
        ...stored.sizes.flatMap(({ pictures }) => pictures),
      ]
    : [];
