import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { products } from '../catalogue/table.ts';
import type { Deps } from '../deps.ts';
import { sql } from './drizzle.ts';

const DEMO = {
  file: new URL('../../../catalogue/demo.json', import.meta.url),
  /** Filled by scripts/make-pictures.ts, so that the first start need not encode anything. */
  madePictures: new URL('../../../build/pictures', import.meta.url),
};

/** Stocks an empty shop with the demonstration bouquets. Shops that start together on one database stock it once. */
export async function stockDemoCatalogue(
  { db }: Pick<Deps, 'db'>,
  say: (line: string) => void,
  { file, madePictures } = DEMO,
): Promise<void> {
  const { rows } = await db.execute<{ stocked: boolean }>(sql`select exists (select from ${products}) as stocked`);
  if (rows[0]?.stocked) return;

  // Loaded here, because a shop that has bouquets needs none of it.
  const { readCatalogue } = await import('../catalogue/catalogue-file.ts');
  const { importCatalogue } = await import('../catalogue/import-catalogue.ts');
  const { showProgress } = await import('../catalogue/show-progress.ts');
  const { added } = await importCatalogue({ db }, await readCatalogue(fileURLToPath(file)), {
    readPicture: (name) => readFile(new URL(name, file)),
    cacheDir: fileURLToPath(madePictures),
    onProgress: showProgress(say),
    onlyWhenEmpty: true,
  });
  if (added > 0) say(`Stocked the shop with ${added} bouquets to try it with.`);
}
