import * as z from 'zod';
import type { Picture } from '#contract/pictures.ts';
import type { Stem } from '#contract/products.ts';

/** A stored picture; null if what is needed to show it is missing. A new field needs a default here. */
export const StoredPicture = z
  .object({
    id: z.string(),
    alt: z.string().catch(''),
    width: z.int(),
    height: z.int(),
    widths: z.array(z.int()).min(1),
    placeholder: z.string().catch(''),
    share: z.literal(true).optional().catch(undefined),
  } satisfies Record<keyof Picture, z.ZodType>)
  .nullable()
  .catch(null);

const StoredStem = z
  .object({ flower: z.string(), count: z.int().min(1).catch(1) } satisfies Record<keyof Stem, z.ZodType>)
  .nullable()
  .catch(null);

const isThere = <T>(one: T | null): one is T => one !== null;
const listOf = <T>(schema: z.ZodType<T | null>) =>
  z
    .array(schema)
    .catch([])
    .transform((list) => list.filter(isThere));

/** Entries that cannot be read are left out. */
export const StoredPictures = listOf<Picture>(StoredPicture);
export const StoredStems = listOf<Stem>(StoredStem);
