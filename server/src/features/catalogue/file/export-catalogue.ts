import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Picture } from '#contract/pictures.ts';
import type { Deps } from '#server/deps.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { listStoredProducts, type StoredProduct } from '../lists/list-stored-products.ts';
import { type ExtraRow, extras, type ProductSizeRow, pictureFiles, productSizes } from '../table.ts';
import { type CatalogueFormat, formatOf, writeCatalogue } from './catalogue-file.ts';
import type { CatalogueRow, SizeRow } from './catalogue-row.ts';
import { type ExtraFileRow, writeExtras } from './extras-file.ts';

type ExportResult = { bouquets: number; pictures: number };

/**
 * Writes every bouquet, newest first, to a file that must not exist yet. Pictures are named by their ids, so that
 * importing the file changes nothing; their largest JPEGs are written to `picturesDir`, for another shop or another
 * use.
 */
export async function exportCatalogue(
  { db }: Pick<Deps, 'db'>,
  path: string,
  { picturesDir }: { picturesDir?: string } = {},
): Promise<ExportResult> {
  const format = formatOf(path);
  const { rows, sizes, written } = await readCatalogueRows(db);
  await writeFile(path, writeCatalogue(format, written), { flag: 'wx' });
  const shown = [...rows, ...sizes, ...rows.map(({ standardPictures }) => ({ pictures: standardPictures }))];
  const pictures = picturesDir ? await exportPictures(db, shown, picturesDir) : 0;
  return { bouquets: rows.length, pictures };
}

/** The same as text, without pictures. */
export async function exportAsText({ db }: Pick<Deps, 'db'>, format: CatalogueFormat): Promise<string> {
  return writeCatalogue(format, (await readCatalogueRows(db)).written);
}

async function readCatalogueRows(db: Deps['db']) {
  const rows = await listStoredProducts(db);
  const sizes = await db.select().from(productSizes).where(eq(productSizes.onSale, true));
  const sizesById = Map.groupBy(sizes, ({ productId }) => productId);
  return { rows, sizes, written: rows.map((product) => toCatalogueRow(product, sizesById.get(product.id) ?? [])) };
}

/** The same for extras, in the order in which they are shown. */
export async function exportExtras(
  { db }: Pick<Deps, 'db'>,
  path: string,
  { picturesDir }: { picturesDir?: string } = {},
): Promise<{ extras: number; pictures: number }> {
  const format = formatOf(path);
  const rows = await db.select().from(extras).orderBy(extras.position, extras.id);
  await writeFile(path, writeExtras(format, rows.map(toExtraFileRow)), { flag: 'wx' });
  const pictures = picturesDir ? await exportPictures(db, rows, picturesDir) : 0;
  return { extras: rows.length, pictures };
}

const toExtraFileRow = ({ code, name, words, pricePence, onSale, goesWith, pictures }: ExtraRow): ExtraFileRow => ({
  code,
  name,
  words,
  price_pence: pricePence,
  on_sale: onSale,
  goes_with: goesWith,
  pictures: nameInShop(pictures),
});

const nameInShop = (pictures: Picture[]) => pictures.map(({ id, alt }) => ({ file: `picture:${id}`, alt }));

/** The sizes are those on sale beside the standard one: importing the file takes no other off sale than is. */
export function toCatalogueRow(product: StoredProduct, sizes: ProductSizeRow[]): CatalogueRow {
  const { name, category, occasions, description, size, presentation, stems, care, status } = product;
  return {
    item_code: product.itemCode,
    name,
    category,
    occasions,
    price_pence: product.pricePence,
    desc: product.summary,
    description,
    size,
    height_cm: product.heightCm,
    width_cm: product.widthCm,
    presentation,
    stems: stems.map(({ flower, count }) => ({ flower, count })),
    care,
    pictures: nameInShop(product.pictures),
    sizes: {
      standard: { pictures: nameInShop(product.standardPictures) },
      ...Object.fromEntries(sizes.map((size) => [size.size, toSizeRow(size)])),
    },
    available_from: product.availableFrom,
    available_until: product.availableUntil,
    most_per_day: product.mostPerDay,
    status,
  };
}

const toSizeRow = ({ pricePence, stems, heightCm, widthCm, pictures }: ProductSizeRow): SizeRow => ({
  price_pence: pricePence,
  stems: stems.map(({ flower, count }) => ({ flower, count })),
  height_cm: heightCm,
  width_cm: widthCm,
  pictures: nameInShop(pictures),
});

async function exportPictures(db: Deps['db'], rows: { pictures: Picture[] }[], folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const widths = new Map(rows.flatMap(({ pictures }) => pictures.map(({ id, width }) => [id, width])));
  for (const [id, width] of widths) {
    const [file] = await db
      .select({ bytes: pictureFiles.bytes })
      .from(pictureFiles)
      .where(and(eq(pictureFiles.picture, id), eq(pictureFiles.format, 'jpg'), eq(pictureFiles.width, width)));
    if (file) await writeFile(join(folder, `${id}.jpg`), file.bytes);
  }
  return widths.size;
}
