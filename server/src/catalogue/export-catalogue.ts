import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, desc, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { formatOf, writeCatalogue } from './catalogue-file.ts';
import type { CatalogueRow } from './catalogue-row.ts';
import { type ProductRow, pictureFiles, products } from './table.ts';

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
  const rows = await db.select().from(products).orderBy(desc(products.id));
  await writeFile(path, writeCatalogue(format, rows.map(toCatalogueRow)), { flag: 'wx' });
  const pictures = picturesDir ? await exportPictures(db, rows, picturesDir) : 0;
  return { bouquets: rows.length, pictures };
}

export function toCatalogueRow(product: ProductRow): CatalogueRow {
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
    pictures: product.pictures.map(({ id, alt }) => ({ file: `picture:${id}`, alt })),
    status,
  };
}

async function exportPictures(db: Deps['db'], rows: ProductRow[], folder: string): Promise<number> {
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
