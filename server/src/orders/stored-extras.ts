import * as z from 'zod';

/** An extra as it was agreed: it goes with each bouquet of its line. */
export type OrderedExtra = { id: number; name: string; pricePence: number };

const StoredExtra = z.object({
  id: z.int(),
  name: z.string().catch(''),
  pricePence: z.int(),
} satisfies Record<keyof OrderedExtra, z.ZodType>);

/** Entries that cannot be read are left out. A new field needs a default here. */
export const StoredExtras = z
  .array(StoredExtra.nullable().catch(null))
  .catch([])
  .transform((list) => list.filter((extra): extra is OrderedExtra => extra !== null));
