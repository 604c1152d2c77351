import * as z from 'zod';
import { BOUQUET_LIMITS as MOST } from './bouquet-limits.ts';
import { isCountable } from './day-input.ts';
import { digits, Id, PathId } from './ids.ts';
import { MAX_SEARCH_LENGTH } from './limits.ts';
import { MAX_PENCE, toPence, toPounds } from './money.ts';
import { Picture } from './pictures.ts';
import { Stem } from './products.ts';
import { anyText, line, optionalLine, paragraphs } from './text.ts';

// The catalogue as the desk sees it: hidden bouquets too, and all that an owner can change.

export const PRODUCT_STATUSES = ['on_sale', 'sold_out', 'withdrawn'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
const Status = z.enum(PRODUCT_STATUSES).meta({ description: '`withdrawn` is not shown in the shop.' });

const pounds = z.number().meta({ description: 'Pounds, at most two decimals.' });

export const BouquetParams = z.object({ productId: PathId });

export const PRODUCT_LISTS = ['all', ...PRODUCT_STATUSES] as const;
export type ProductListName = (typeof PRODUCT_LISTS)[number];

export const ListBouquets = z.object({
  show: z.enum(PRODUCT_LISTS).default('all'),
  find: optionalLine(MAX_SEARCH_LENGTH).optional().meta({ description: 'Part of a name, a code or a flower.' }),
  before: PathId.optional().meta({ description: 'Id of the last bouquet of the page before.' }),
  limit: digits.pipe(z.int().max(100)).default(50),
});
export type ListBouquets = z.infer<typeof ListBouquets>;

export const ListedBouquet = z
  .object({
    id: Id,
    item_code: z.string(),
    name: z.string(),
    category: z.string(),
    picture: Picture.nullable(),
    stems: z.int().meta({ description: 'Of the standard size.' }),
    sold: z.int().meta({ description: 'Units in completed orders.' }),
    prices: z.object({ standard: pounds, large: pounds.nullable(), grand: pounds.nullable() }),
    status: Status,
  })
  .meta({ id: 'ListedBouquet' });
export type ListedBouquet = z.infer<typeof ListedBouquet>;

export const DeskCatalogue = z
  .object({
    bouquets: z.array(ListedBouquet).meta({ description: 'The newest first.' }),
    has_more: z.boolean(),
    counts: z.record(z.enum(PRODUCT_LISTS), z.int()),
  })
  .meta({ id: 'DeskCatalogue' });
export type DeskCatalogue = z.infer<typeof DeskCatalogue>;

const NO_PRICE = 'Write a price in pounds, as in 36 or 36.50.';
const isWholePence = (price: number): boolean => Math.abs(price * 100 - toPence(price)) < 1e-6;
const Price = z
  .number({ error: NO_PRICE })
  .min(0.01, 'A price is at least £0.01.')
  .max(toPounds(MAX_PENCE), 'A price is at most £10,000.00.')
  .refine(isWholePence, NO_PRICE);

export const SetPrice = z
  .object({ price: Price, seen: pounds.meta({ description: 'The price that the page showed.' }) })
  .meta({ id: 'SetPrice' });
export type SetPrice = z.infer<typeof SetPrice>;

export const SetOnSale = z
  .object({ status: z.enum(['on_sale', 'sold_out'], { error: 'This must be on_sale or sold_out.' }) })
  .meta({ id: 'SetOnSale' });
export type SetOnSale = z.infer<typeof SetOnSale>;

const measure = z
  .int('Write whole centimetres, as in 32.')
  .min(1, 'A measure is at least 1 cm.')
  .max(MOST.centimetres, `A measure is at most ${MOST.centimetres} cm.`)
  .nullable();

/** The file of the catalogue separates the entries of a cell by semicolons. */
const entry = (most: number) => line(most).refine((text) => !text.includes(';'), 'A semicolon cannot stand here.');

const Stems = z
  .array(
    z.object({
      flower: entry(MOST.flower),
      count: z
        .int('Count whole stems.')
        .min(1, 'Count at least one stem, or take the flower out.')
        .max(MOST.stems, `A flower has at most ${MOST.stems} stems.`),
    }),
  )
  .max(MOST.flowers, `A recipe has at most ${MOST.flowers} flowers.`)
  .refine(
    (stems) => new Set(stems.map(({ flower }) => flower.toLowerCase())).size === stems.length,
    'A flower stands there twice.',
  );

const PictureId = anyText.regex(/^[0-9a-f]{16}$/, 'There is no such picture.');
const alt = anyText
  .refine((text) => text.trim() !== '', { error: 'Say in words what each photo shows.', abort: true })
  .pipe(line(MOST.alt));
const ShownPicture = z.object({ id: PictureId, alt });

const SaveSize = z.object({
  on_sale: z.boolean(),
  price: Price,
  stems: Stems.min(1, 'A size needs its recipe.'),
  height_cm: measure,
  width_cm: measure,
  picture: ShownPicture.nullable(),
});

const DAY = 'Write a day, as in 2026-12-01.';
const day = z.iso.date({ error: DAY, abort: true }).refine(isCountable, { error: DAY }).nullable();

const saved = {
  name: line(MOST.name),
  category: line(MOST.category),
  occasions: z
    .array(entry(MOST.occasion).transform((text) => text.toLowerCase()))
    .max(MOST.occasions, `A bouquet has at most ${MOST.occasions} occasions.`)
    .transform((occasions) => [...new Set(occasions)]),
  desc: line(MOST.summary),
  description: paragraphs(MOST.description),
  size: line(MOST.size),
  presentation: line(MOST.presentation),
  care: paragraphs(MOST.care),
  pictures: z
    .array(ShownPicture)
    .min(1, 'A bouquet needs a photo.')
    .max(MOST.pictures, `A bouquet has at most ${MOST.pictures} photos.`)
    .refine(
      (pictures) => new Set(pictures.map(({ id }) => id)).size === pictures.length,
      'The same photo is there twice.',
    ),
  price: Price,
  stems: Stems,
  height_cm: measure,
  width_cm: measure,
  standard_picture: ShownPicture.nullable(),
  large: SaveSize.nullable(),
  grand: SaveSize.nullable(),
  available_from: day,
  available_until: day,
  most_per_day: z
    .int('Write a whole number, or nothing.')
    .min(1, 'At least one a day, or nothing for no limit.')
    .max(MOST.perDay, 'At most 10,000 a day.')
    .nullable(),
  status: Status,
};

type Days = { available_from: string | null; available_until: string | null };
const inOrder = ({ available_from: from, available_until: until }: Days) => !from || !until || from <= until;
const NOT_IN_ORDER = { error: 'The last day is before the first.', path: ['available_until'] };

const version = z.string().meta({ description: 'What the page began with; it changes with the bouquet.' });

export const SaveBouquet = z
  .object({ version, ...saved })
  .refine(inOrder, NOT_IN_ORDER)
  .meta({ id: 'SaveBouquet' });
export type SaveBouquet = z.infer<typeof SaveBouquet>;

const CODE = 'A code has letters A to Z, digits and hyphens, as in ML-1025.';
const ItemCode = line(MOST.itemCode).refine((text) => /^[A-Za-z0-9-]+$/.test(text), CODE);

export const AddBouquet = z
  .object({ item_code: ItemCode, ...saved })
  .refine(inOrder, NOT_IN_ORDER)
  .meta({ id: 'AddBouquet' });
export type AddBouquet = z.infer<typeof AddBouquet>;

const BouquetSize = z
  .object({
    on_sale: z.boolean(),
    price: pounds,
    stems: z.array(Stem),
    height_cm: z.int().nullable(),
    width_cm: z.int().nullable(),
    picture: Picture.nullable(),
  })
  .meta({ id: 'BouquetSize' });
export type BouquetSize = z.infer<typeof BouquetSize>;

export const Bouquet = z
  .object({
    id: Id,
    version,
    item_code: z.string(),
    name: z.string(),
    category: z.string(),
    occasions: z.array(z.string()),
    desc: z.string(),
    description: z.string(),
    size: z.string(),
    presentation: z.string(),
    care: z.string(),
    pictures: z.array(Picture),
    price: pounds,
    stems: z.array(Stem),
    height_cm: z.int().nullable(),
    width_cm: z.int().nullable(),
    standard_picture: Picture.nullable().meta({ description: 'Taken where the pictures of the other sizes were.' }),
    large: BouquetSize.nullable(),
    grand: BouquetSize.nullable(),
    available_from: z.string().nullable(),
    available_until: z.string().nullable(),
    most_per_day: z.int().nullable(),
    status: Status,
    colours: z.array(z.string()).meta({ description: 'What it is found by, from the names of its flowers.' }),
    sold: z.int(),
    changed: z
      .object({ by: z.string(), at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Who changed it last at the desk, and when.' }),
  })
  .meta({ id: 'Bouquet', description: 'One bouquet with all that an owner can change.' });
export type Bouquet = z.infer<typeof Bouquet>;

/** The 409 of a save that began with an older version. */
export const ChangedMeanwhile = z
  .object({ detail: z.string(), current: Bouquet.optional() })
  .meta({ id: 'ChangedMeanwhile', description: 'Somebody else changed it; `current` is what it is now.' });
export type ChangedMeanwhile = z.infer<typeof ChangedMeanwhile>;

export const CatalogueWords = z
  .object({
    categories: z.array(z.string()),
    occasions: z.array(z.string()),
    flowers: z.array(z.string()),
    next_code: z.string().meta({ description: 'The code after the highest there is; empty if none ends in a number.' }),
  })
  .meta({ id: 'CatalogueWords', description: 'What bouquets have already, to choose from.' });
export type CatalogueWords = z.infer<typeof CatalogueWords>;

export const BouquetPhotoParams = z.object({ photoId: PathId });

export const BouquetPhoto = z
  .object({
    id: Id,
    state: z.enum(['waiting', 'made', 'failed']),
    reason: z.string().nullable().meta({ description: 'Why no picture could be made of it.' }),
    picture: Picture.nullable().meta({ description: 'Once it is made; what it shows is not told yet.' }),
  })
  .meta({ id: 'BouquetPhoto', description: 'A photo that was sent; its picture is made in the background.' });
export type BouquetPhoto = z.infer<typeof BouquetPhoto>;
