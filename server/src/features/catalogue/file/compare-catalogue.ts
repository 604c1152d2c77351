import { isDeepStrictEqual } from 'node:util';
import type { Picture } from '#contract/pictures.ts';
import type { StoredProduct } from '../lists/list-stored-products.ts';
import type { PicturesByName } from '../pictures/prepare-pictures.ts';
import type { ExtraRow, extras, ProductSizeRow, productSizes, products } from '../table.ts';
import type { LocatedRow } from './catalogue-file.ts';
import type { CatalogueRow, SizeRow } from './catalogue-row.ts';
import type { LocatedExtra } from './extras-file.ts';

type NewProduct = typeof products.$inferInsert;
type NewSize = Omit<typeof productSizes.$inferInsert, 'productId'>;
type NewExtra = typeof extras.$inferInsert;

/** A bouquet as the file wants it: its own columns, and the sizes that differ from what is stored. */
export type WantedProduct = { values: NewProduct; sizes: NewSize[] };
export type ChangedProduct = WantedProduct & { id: number };

/** The bouquets of a file that the shop does not have, and those that differ. */
export function compareProducts(
  rows: LocatedRow[],
  present: StoredProduct[],
  presentSizes: ProductSizeRow[],
  pictures: PicturesByName,
) {
  const byCode = new Map(present.map((product) => [product.itemCode, product]));
  const sizesById = Map.groupBy(presentSizes, ({ productId }) => productId);
  const added: WantedProduct[] = [];
  const changed: ChangedProduct[] = [];
  for (const { row } of rows) {
    const product = byCode.get(row.item_code);
    const values = toColumns(row, pictures, product);
    const stored = (product && sizesById.get(product.id)) ?? [];
    const sizes = listSizeChanges(row.sizes, stored, pictures);
    if (!product) added.push({ values, sizes });
    else if (sizes.length > 0 || !isDeepStrictEqual(values, columnsOf(product)))
      changed.push({ id: product.id, values, sizes });
  }
  // Locked in the order of ids, as everywhere, so that there is no deadlock.
  changed.sort((left, right) => left.id - right.id);
  return { added, changed, unchanged: rows.length - added.length - changed.length };
}

function toColumns(row: CatalogueRow, pictures: PicturesByName, known: StoredProduct | undefined) {
  const { item_code, price_pence, desc, height_cm, width_cm, pictures: shown, sizes, ...rest } = row;
  const { available_from, available_until, most_per_day, ...same } = rest;
  // A file without a column leaves what is stored.
  const orStored = <T>(told: T | undefined, stored: T | undefined): T | null =>
    told === undefined ? (stored ?? null) : told;
  return {
    ...same,
    itemCode: item_code,
    pricePence: price_pence,
    summary: desc,
    heightCm: orStored(height_cm, known?.heightCm),
    widthCm: orStored(width_cm, known?.widthCm),
    availableFrom: orStored(available_from, known?.availableFrom),
    availableUntil: orStored(available_until, known?.availableUntil),
    mostPerDay: orStored(most_per_day, known?.mostPerDay),
    pictures: shown.map((picture) => toPicture(picture, pictures)),
    standardPictures: sizes
      ? (sizes.standard?.pictures ?? []).map((picture) => toPicture(picture, pictures))
      : (known?.standardPictures ?? []),
  } satisfies NewProduct;
}

/** A size that the file does not name goes off sale; it stays known, because carts may hold it. */
function listSizeChanges(wanted: CatalogueRow['sizes'], stored: ProductSizeRow[], pictures: PicturesByName): NewSize[] {
  if (!wanted) return [];
  return (['large', 'grand'] as const).flatMap((size): NewSize[] => {
    const row = wanted[size];
    const { productId: _, ...before } = stored.find((each) => each.size === size) ?? {};
    const isStored = 'size' in before;
    if (!row) return isStored && before.onSale ? [{ ...before, onSale: false }] : [];
    const values = toSizeColumns(size, row, pictures);
    return isStored && isDeepStrictEqual(values, before) ? [] : [values];
  });
}

const toSizeColumns = (size: NewSize['size'], row: SizeRow, pictures: PicturesByName) =>
  ({
    size,
    pricePence: row.price_pence,
    stems: row.stems,
    heightCm: row.height_cm,
    widthCm: row.width_cm,
    pictures: row.pictures.map((picture) => toPicture(picture, pictures)),
    onSale: true,
  }) satisfies NewSize;

function toPicture({ file, alt }: { file: string; alt: string }, pictures: PicturesByName): Picture {
  const facts = pictures.get(file);
  if (!facts) throw new Error(`No picture was made of ${file}.`);
  return { ...facts, alt };
}

/** The columns that a file can change. */
function columnsOf({ id, sold, ratingSum, reviewCount, ...columns }: StoredProduct) {
  return columns;
}

/** The extras of a file that the shop does not have, and those that differ. */
export function compareExtras(rows: LocatedExtra[], present: ExtraRow[], pictures: PicturesByName) {
  const byCode = new Map(present.map((extra) => [extra.code, extra]));
  const added: NewExtra[] = [];
  const changed: NewExtra[] = [];
  for (const [position, { extra }] of rows.entries()) {
    const { code, name, words, price_pence: pricePence, on_sale: onSale } = extra;
    const shown = extra.pictures.map((picture) => toPicture(picture, pictures));
    const known = byCode.get(code);
    // A file without it leaves what is stored.
    const goesWith = extra.goes_with ?? known?.goesWith ?? [];
    const values = { code, name, words, pricePence, onSale, goesWith, pictures: shown, position };
    if (!known) added.push(values);
    else if (!isDeepStrictEqual({ ...values, id: known.id }, known)) changed.push(values);
  }
  return { added, changed, unchanged: rows.length - added.length - changed.length };
}
