import * as z from 'zod';

/** An extra as it was agreed: it goes with each bouquet of its line. */
export type OrderedExtra = { id: number; name: string; pricePence: number };

const StoredExtra = z.object({
  id: z.int(),
  name: z.string().catch(''),
  pricePence: z.int(),
} satisfies Record<keyof OrderedExtra, z.ZodType>);

const listOf = <T>(entry: z.ZodType<T>) =>
  z
    .array(entry.nullable().catch(null))
    .catch([])
    .transform((list) => list.filter((extra): extra is T & {} => extra !== null));

/** Entries that cannot be read are left out. A new field needs a default here. */
export const StoredExtras = listOf<OrderedExtra>(StoredExtra);

/** An extra of a line of a cart or an order, and whether it can be bought now. */
export type LineExtra = OrderedExtra & { availability: 'on_sale' | 'sold_out' };

export const LineExtras = listOf<LineExtra>(
  StoredExtra.extend({ availability: z.enum(['on_sale', 'sold_out']).catch('sold_out') }),
);
