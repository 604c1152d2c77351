import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { SHIPPED_PICTURES } from '../pictures/shipped-pictures.ts';
import { products } from '../table.ts';

const DEMO = {
  file: new URL('../../../../../catalogue/demo.json', import.meta.url),
  extras: new URL('../../../../../catalogue/extras.json', import.meta.url),
  /** How many stems make a bunch at the market. */
  flowers: new URL('../../../../../catalogue/flowers.json', import.meta.url),
  /** They come ready made, so that the first start need not encode anything. */
  shippedPictures: pathToFileURL(SHIPPED_PICTURES),
};

/** Stocks an empty shop with the demonstration bouquets. Shops that start together on one database stock it once. */
export async function stockDemoCatalogue(
  { db }: Pick<Deps, 'db'>,
  say: (line: string) => void,
  { file, extras, flowers, shippedPictures } = DEMO,
): Promise<void> {
  const { rows } = await db.execute<{ stocked: boolean }>(sql`select exists (select from ${products}) as stocked`);
  if (rows[0]?.stocked) return;

  // Loaded here, because a shop that has bouquets needs none of it.
  const { readCatalogue } = await import('./catalogue-file.ts');
  const { importCatalogue } = await import('./import-catalogue.ts');
  const { showProgress } = await import('./show-progress.ts');
  const { readExtras } = await import('./extras-file.ts');
  const { rows: bouquets, problems } = await readCatalogue(fileURLToPath(file));
  const beside = await readExtras(fileURLToPath(extras));
  const wanted = { rows: bouquets, extras: beside.extras, problems: [...problems, ...beside.problems] };
  const { added } = await importCatalogue({ db }, wanted, {
    readPicture: (name) => readFile(new URL(name, file)),
    cacheDir: fileURLToPath(shippedPictures),
    madeDir: fileURLToPath(shippedPictures),
    // The doors need not wait for them.
    withoutMade: true,
    onProgress: showProgress(say),
    onlyWhenEmpty: true,
  });
  if (added > 0) {
    const { readBunches, setBunches } = await import('../recipes/bunches.ts');
    await setBunches(db, await readBunches(flowers));
    say(`Stocked the shop with ${bouquets.length} bouquets to try it with.`);
  }
}
