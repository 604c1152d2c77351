import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Picture } from '#contract/pictures.ts';
import type { MadePicture } from './made-picture.ts';

/** `<id>.json`, written after the files it lists: if it exists, the picture is complete. */
const Label = Picture.omit({ alt: true }).extend({
  files: z.array(z.object({ format: z.enum(['avif', 'webp', 'jpg', 'share']), width: z.int(), length: z.int() })),
});

const fileName = (id: string, width: number, format: string) =>
  format === 'share' ? `${id}-share.jpg` : `${id}-${width}.${format}`;

/** A picture made earlier, without its bytes; undefined if any file is missing or cut short. */
export async function findCachedPicture(folder: string, id: string): Promise<z.infer<typeof Label> | undefined> {
  try {
    const label = Label.parse(JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')));
    for (const { format, width, length } of label.files) {
      const { size } = await stat(join(folder, fileName(id, width, format)));
      if (size !== length) return undefined;
    }
    return label;
  } catch {
    return undefined;
  }
}

/** The same with the bytes of every file. */
export async function readCachedPicture(folder: string, id: string): Promise<MadePicture | undefined> {
  const label = await findCachedPicture(folder, id);
  if (!label) return undefined;
  const files = await Promise.all(
    label.files.map(async ({ format, width }) => {
      const bytes = await readFile(join(folder, fileName(id, width, format)));
      return { format, width, bytes };
    }),
  );
  return { ...label, files };
}

/** Writes a picture to the cache. Processes that read or write the same one meanwhile see it complete or not at all. */
export async function cachePicture(folder: string, picture: MadePicture): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { format, width, bytes } of picture.files) {
    await writeAtomically(join(folder, fileName(picture.id, width, format)), bytes);
  }
  const files = picture.files.map(({ format, width, bytes }) => ({ format, width, length: bytes.length }));
  await writeAtomically(join(folder, `${picture.id}.json`), JSON.stringify({ ...picture, files }));
}

async function writeAtomically(path: string, content: Buffer | string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, content);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
