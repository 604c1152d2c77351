import { PICTURE_TYPES, type PictureFormat, SHARE } from '#contract/picture-files.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { pictureFiles } from '../table.ts';
import { readShippedFile } from './shipped-pictures.ts';

const NAME = /^([0-9a-f]{16})-(?:(\d{2,4})\.(avif|webp|jpg)|share\.jpg)$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Letters show them, and webmail pages are other origins. */
const FOR_LETTERS = { 'cross-origin-resource-policy': 'cross-origin' };

/** One file of a picture. Its name is a hash of its content, so it may be cached for ever. */
export async function findPicture({ db }: Deps, name: string): Promise<CachedResponse> {
  const [, picture, width = SHARE.width, format = 'share'] = NAME.exec(name) ?? [];
  if (!picture) throw new NotFound('No such picture.');
  const [file] = await db
    .select({ bytes: pictureFiles.bytes })
    .from(pictureFiles)
    .where(
      and(
        eq(pictureFiles.picture, picture),
        eq(pictureFiles.width, Number(width)),
        eq(pictureFiles.format, sql`${format}`),
      ),
    );
  const bytes = file?.bytes ?? (await readShippedFile(name));
  if (!bytes) throw new NotFound('No such picture.');
  return toPictureResponse(name, bytes);
}

export function toPictureResponse(name: string, bytes: Buffer): CachedResponse {
  // Every name that is served ends in one of the formats.
  const type = PICTURE_TYPES[name.split('.').at(-1) as PictureFormat];
  return toCachedResponse(200, { 'content-type': type, 'cache-control': FOR_EVER, ...FOR_LETTERS }, bytes);
}
