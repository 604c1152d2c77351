import * as z from 'zod';
import { Id, PathId } from './ids.ts';
import { Picture } from './pictures.ts';
import { Size } from './sizes.ts';

export const ProductParams = z.object({ id: PathId });

export const ProductSort = z.enum(['new', 'price', '-price', 'name']);
export type ProductSort = z.infer<typeof ProductSort>;

export const Availability = z.enum(['on_sale', 'sold_out']);

const pounds = z.number().meta({ description: 'Pounds, at most two decimals.' });

/** What a list needs to know of a size. */
export const ListedSize = z.object({ size: Size, price: pounds }).meta({ id: 'ListedSize' });
export type ListedSize = z.infer<typeof ListedSize>;

export const Product = z
  .object({
    id: Id,
    name: z.string(),
    category: z.string(),
    price: pounds.meta({ description: 'Pounds, at most two decimals: those of the standard size.' }),
    image: z.string().meta({ description: 'Address of the main picture as JPEG.' }),
    desc: z.string().meta({ description: 'One line.' }),
    occasions: z.array(z.string()),
    availability: Availability,
    pictures: z.array(Picture).meta({ description: 'The whole bouquet first, then the close-up.' }),
    sizes: z.array(ListedSize).meta({ description: 'The sizes on sale, the standard one first.' }),
    match: z.enum(['name', 'near']).optional().meta({
      description:
        'Only in answers to `search`: `name` holds the words searched for; `near` is a similar spelling, offered because nothing holds them.',
    }),
    group: z.string().optional().meta({
      description:
        'Only in answers to `search`, in place of `match`: what the bouquet was found by where its name does not hold the words, as in `With tulips`, `Pink`, `For a birthday` or `Letterbox`. Bouquets of a group follow each other.',
    }),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof Product>;

export const ProductList = Product.array().meta({ description: 'Bouquets, in the order asked for.' });

export const Stem = z.object({ flower: z.string(), count: z.int().min(1) }).meta({ id: 'Stem' });
export type Stem = z.infer<typeof Stem>;

const PictureFile = z.object({ url: z.string(), type: z.string(), width: z.int() }).meta({ id: 'PictureFile' });

const PictureWithFiles = Picture.extend({ files: z.array(PictureFile) }).meta({ id: 'PictureWithFiles' });

const heightCm = z.int().nullable().meta({ description: 'As it stands, wrapping or vase included; null if not told.' });
const widthCm = z.int().nullable().meta({ description: 'At its widest; null if not told.' });

export const ProductSize = ListedSize.extend({
  stems: z.array(Stem),
  height_cm: heightCm,
  width_cm: widthCm,
  pictures: z.array(PictureWithFiles).meta({
    description: 'Taken by one camera for every size of a bouquet: they compare with each other only. May be empty.',
  }),
}).meta({ id: 'ProductSize' });
export type ProductSize = z.infer<typeof ProductSize>;

/** What can go with a bouquet. It has no page of its own. */
export const Extra = z
  .object({ id: Id, name: z.string(), words: z.string(), price: pounds, picture: Picture.nullable() })
  .meta({ id: 'Extra' });
export type Extra = z.infer<typeof Extra>;

const day = z.iso.date().nullable();

/** Why a bouquet can be called safe around pets, or why not. */
export const AroundPets = z
  .object({ safe: z.boolean(), reason: z.string() })
  .meta({ id: 'AroundPets', description: 'Whether it can stand in a home with cats and dogs, and why or why not.' });
export type AroundPets = z.infer<typeof AroundPets>;

export const ProductDetail = Product.omit({ match: true, group: true })
  .extend({
    description: z.string(),
    item_code: z.string(),
    size: z.string(),
    height_cm: heightCm,
    width_cm: widthCm,
    presentation: z.string(),
    stems: z.array(Stem),
    care: z.string(),
    sold: z.int().meta({ description: 'Units in completed orders.' }),
    rating: z.number().nullable().meta({ description: 'Mean of the reviews by buyers; null while there are none.' }),
    review_count: z.int(),
    pictures: z.array(PictureWithFiles),
    sizes: z.array(ProductSize).meta({ description: 'The sizes on sale, the standard one first.' }),
    extras: z.array(Extra).meta({ description: 'What can go with it, each once per bouquet.' }),
    pets: AroundPets,
    available_from: day.meta({ description: 'The first day it can be delivered on; null for any.' }),
    available_until: day.meta({ description: 'The last day it can be delivered on; null for any.' }),
  })
  .meta({ id: 'ProductDetail', description: 'One bouquet with all we know of it.' });
export type ProductDetail = z.infer<typeof ProductDetail>;

export const Facet = z
  .object({
    name: z.string(),
    count: z.int(),
    at_least: z.literal(true).optional().meta({
      description: 'There may be more: in a large shop, not every bouquet that passes several filters is counted.',
    }),
  })
  .meta({ id: 'Facet' });
export type Facet = z.infer<typeof Facet>;

/** How many bouquets each filter would show, for the list page's checkboxes. */
export const Facets = z
  .object({
    total: z.int().meta({ description: 'All bouquets, whatever the filters.' }),
    matching: Facet.omit({ name: true }).meta({ description: 'Those that pass all the filters.' }),
    categories: z.array(Facet),
    occasions: z.array(Facet),
    colours: z.array(Facet),
    flowers: z.array(Facet).meta({ description: 'The commonest.' }),
    prices: z.array(Facet),
    pets: z.array(Facet),
  })
  .meta({
    id: 'Facets',
    description:
      'How many bouquets each filter would show beside the filters of the other kinds. The order does not depend on the filters: the fullest first, prices from the lowest.',
  });
export type Facets = z.infer<typeof Facets>;
