import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { pictureFiles, productPhotos, products } from '../table.ts';

const KEPT = '7 days';

/** Deletes photos that no bouquet was given within a week, with the files of their pictures unless some bouquet shows them. */
export async function deleteUnusedPhotos({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const isOld = sql`${productPhotos.sentAt} < ${clock.now()}::timestamptz - ${KEPT}::interval`;
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ picture: string }>(
      sql`delete from ${productPhotos} where ${isOld} returning ${productPhotos.pictureId} as picture`,
    );
    const pictures = [...new Set(rows.flatMap(({ picture }) => picture ?? []))];
    if (pictures.length === 0) return;
    await tx.execute(sql`
      delete from ${pictureFiles} where ${pictureFiles.picture} = any(${sql.param(pictures)}::text[]) and not exists (
        select from (
          select ${products.pictures} || ${products.standardPictures} as pictures from ${products}
          union all select pictures from product_sizes
          union all select pictures from extras
          union all select jsonb_build_array(picture) from product_photos where picture is not null
        ) as pages, jsonb_array_elements(pages.pictures) as shown
        where shown ->> 'id' = ${pictureFiles.picture}
      )`);
  });
}
