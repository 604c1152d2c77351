import type { AddBouquet, SaveBouquet } from '#contract/desk-catalogue.ts';
import { toPence } from '#contract/money.ts';
import type { Picture } from '#contract/pictures.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { requireNoImport } from './file/catalogue-lock.ts';
import { takePictures } from './pictures/take-pictures.ts';
import { requireRecipe } from './recipes/require-recipe.ts';
import { requireFreeCode, requireFreeName, requireSameCategory } from './require-free-name.ts';
import { productSizes, products } from './table.ts';
import type { StoredBouquet } from './to-bouquet.ts';

type Wanted = Omit<SaveBouquet, 'version'>;

/** Saves a bouquet that is locked, whole. */
export async function saveBouquet(tx: Transaction, stored: StoredBouquet, wanted: Wanted): Promise<void> {
  const { id } = stored.product;
  requireRecipe(wanted, stored.product);
  await requireFreeName(tx, wanted, id);
  await requireSameCategory(tx, wanted, id);
  const pictures = await takePictures(tx, wanted, stored);
  await tx.update(products).set(toColumns(wanted, pictures)).where(eq(products.id, id));
  await saveSizes(tx, id, wanted, pictures);
}

/** Adds a bouquet, which is the newest then; returns its id. */
export async function addBouquet(tx: Transaction, { item_code, ...wanted }: AddBouquet): Promise<number> {
  await requireNoImport(tx);
  requireRecipe(wanted);
  await requireFreeCode(tx, item_code);
  await requireFreeName(tx, wanted);
  await requireSameCategory(tx, wanted);
  const pictures = await takePictures(tx, wanted);
  const values = { ...toColumns(wanted, pictures), itemCode: item_code };
  const [added] = await tx.insert(products).values(values).returning({ id: products.id });
  const { id } = added as { id: number };
  await saveSizes(tx, id, wanted, pictures);
  return id;
}

type Pictures = Map<string, Omit<Picture, 'alt'>>;
type Shown = { id: string; alt: string };

/** `takePictures` has found each of them. */
const toPicture = ({ id, alt }: Shown, pictures: Pictures): Picture => ({
  ...(pictures.get(id) as Omit<Picture, 'alt'>),
  alt,
});
const toPictures = (shown: Shown | null, pictures: Pictures): Picture[] => (shown ? [toPicture(shown, pictures)] : []);

const toColumns = (wanted: Wanted, pictures: Pictures) => ({
  name: wanted.name,
  category: wanted.category,
  occasions: wanted.occasions,
  pricePence: toPence(wanted.price),
  summary: wanted.desc,
  description: wanted.description,
  size: wanted.size,
  heightCm: wanted.height_cm,
  widthCm: wanted.width_cm,
  presentation: wanted.presentation,
  stems: wanted.stems,
  care: wanted.care,
  pictures: wanted.pictures.map((picture) => toPicture(picture, pictures)),
  standardPictures: toPictures(wanted.standard_picture, pictures),
  availableFrom: wanted.available_from,
  availableUntil: wanted.available_until,
  mostPerDay: wanted.most_per_day,
  status: wanted.status,
});

/** A size that is no longer sold stays known, because carts may hold it. */
async function saveSizes(tx: Transaction, productId: number, wanted: Wanted, pictures: Pictures): Promise<void> {
  for (const size of ['large', 'grand'] as const) {
    const of = wanted[size];
    if (!of) {
      await tx
        .update(productSizes)
        .set({ onSale: false })
        .where(and(eq(productSizes.productId, productId), eq(productSizes.size, size)));
      continue;
    }
    const values = {
      onSale: of.on_sale,
      pricePence: toPence(of.price),
      stems: of.stems,
      heightCm: of.height_cm,
      widthCm: of.width_cm,
      pictures: toPictures(of.picture, pictures),
    };
    const target = [productSizes.productId, productSizes.size];
    await tx
      .insert(productSizes)
      .values({ ...values, productId, size })
      .onConflictDoUpdate({ target, set: values });
  }
}
