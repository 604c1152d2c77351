import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { pictureFiles } from '../table.ts';
import { readCachedPicture } from './cached-pictures.ts';

/** The pictures of the pages and of the demonstration, which come ready made. */
export const SHIPPED_PICTURES = fileURLToPath(new URL('../../../../../catalogue/made/', import.meta.url));

/** A file of a picture that came with the shop; undefined if it did not. The name must have been checked. */
export async function readShippedFile(name: string): Promise<Buffer | undefined> {
  return readFile(join(SHIPPED_PICTURES, name)).catch(() => undefined);
}

/**
 * Puts the pictures of sizes and extras that are shown into the database, as far as they are not there. It runs once the shop is open, so
 * that opening does not wait for them; until then they are served from their folder. Safe to repeat and to stop anywhere.
 */
export async function storeShippedPictures(
  { db }: Pick<Deps, 'db'>,
  stop: AbortSignal,
  folder = SHIPPED_PICTURES,
): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct shown ->> 'id' as id from (
      select standard_pictures as pictures from products where standard_pictures <> '[]'
      union all select pictures from product_sizes
      union all select pictures from extras
    ) as pages, jsonb_array_elements(pages.pictures) as shown
    where not exists (select from picture_files where picture = shown ->> 'id')`);
  for (const { id } of rows) {
    if (stop.aborted) return;
    const picture = await readCachedPicture(folder, id);
    const files = picture?.files.map((file) => ({ picture: id, ...file })) ?? [];
    if (files.length > 0) await db.insert(pictureFiles).values(files).onConflictDoNothing();
  }
}
