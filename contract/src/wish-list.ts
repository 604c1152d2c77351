import * as z from 'zod';
import { Id, idOf, PathId } from './ids.ts';
import { MAX_WISH_LIST } from './limits.ts';
import { ProductList } from './products.ts';

export const SavedParams = z.object({ productId: PathId });

/** A token is 128 random bits. */
export const SharedParams = z.object({ token: z.string().regex(/^[0-9a-f]{32}$/) });

export const WishListLink = z
  .object({
    url: z.string().meta({ description: 'The address of the page that shows the list to whoever has it.' }),
    shows_name: z.boolean().meta({ description: 'Whether that page has the first name of its owner.' }),
  })
  .meta({ id: 'WishListLink' });
export type WishListLink = z.infer<typeof WishListLink>;

export const WishList = z
  .object({
    products: z.array(Id).meta({ description: 'The ids of the bouquets that are still sold, saved last first.' }),
    link: WishListLink.nullable().meta({ description: 'Null while the list is not shared.' }),
  })
  .meta({ id: 'WishList' });
export type WishList = z.infer<typeof WishList>;

/** The list of a guest, saved last first. What is no longer sold is passed over: a browser keeps its list for years. */
export const MergeWishList = z.object({
  products: z
    .array(idOf('a bouquet'))
    .max(MAX_WISH_LIST, `A wish list has room for ${MAX_WISH_LIST} bouquets.`)
    .meta({ description: 'Ids, saved last first. Those that are no longer sold, or have no room, are passed over.' }),
});
export type MergeWishList = z.infer<typeof MergeWishList>;

export const ShareWishList = z.object({ shows_name: z.boolean() });
export type ShareWishList = z.infer<typeof ShareWishList>;

/** Ids in an address, separated by commas. */
const IDS = /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/;
export const ListSaved = z.object({
  ids: z
    .string()
    .max(MAX_WISH_LIST * 11, `At most ${MAX_WISH_LIST} ids.`)
    .regex(IDS, 'Must be ids, separated by commas.')
    .transform((ids) => ids.split(',').map(Number))
    .pipe(z.array(idOf('a bouquet')).max(MAX_WISH_LIST, `At most ${MAX_WISH_LIST} ids.`))
    .meta({ description: `At most ${MAX_WISH_LIST} ids of bouquets, separated by commas.` }),
});

export const SharedWishList = z
  .object({
    name: z.string().nullable().meta({ description: 'The first name of whoever shared it; null unless they wish so.' }),
    products: ProductList,
  })
  .meta({ id: 'SharedWishList', description: 'A list that its owner shares, and nothing else of the owner.' });
export type SharedWishList = z.infer<typeof SharedWishList>;
