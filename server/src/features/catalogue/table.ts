import { bytea, moment, storedJson } from '#server/platform/database/columns.ts';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgSchema,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
} from '#server/platform/database/drizzle.ts';
import { StoredPicture, StoredPictures, StoredStems } from './pictures/stored-picture.ts';

export const products = pgTable(
  'products',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    itemCode: text().notNull().unique(),
    name: text().notNull(),
    category: text().notNull(),
    occasions: text().array().notNull(),
    pricePence: integer().notNull(),
    summary: text().notNull(),
    description: text().notNull(),
    size: text().notNull(),
    heightCm: smallint(),
    widthCm: smallint(),
    presentation: text().notNull(),
    stems: storedJson(StoredStems).notNull(),
    care: text().notNull(),
    pictures: storedJson(StoredPictures).notNull(),
    /** Of the standard size, from the camera that took the other sizes: they compare with each other only. */
    standardPictures: storedJson(StoredPictures).notNull().default([]),
    /** What the other sizes cost; null where there is none on sale. Triggers copy it from `product_sizes`: lists need no lookup for each bouquet. */
    largePence: integer(),
    grandPence: integer(),
    /** The first and the last day it can be delivered on; null where there is none. */
    availableFrom: date({ mode: 'string' }),
    availableUntil: date({ mode: 'string' }),
    /** How many can be tied for one day, in all sizes; null for as many as are wanted. */
    mostPerDay: integer(),
    status: text({ enum: ['on_sale', 'sold_out', 'withdrawn'] })
      .notNull()
      .default('on_sale'),
    sold: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    reviewCount: integer().notNull().default(0),
    /** Every single letter and pair of letters of the name, for searches too short for trigrams. */
    nameGrams: text().array().notNull().generatedAlwaysAs(sql`name_grams(name)`),
    /** What else it can be found by: `stem:red rose`, `colour:red`, `occasion:birthday`, `category:letterbox`. */
    searchTerms: text().array().notNull().generatedAlwaysAs(sql`search_terms(category, occasions, stems)`),
    /** What lists are filtered by besides: `flower:rose`, `price:35-50`, `pets:safe`. */
    filterTerms: text().array().notNull().generatedAlwaysAs(sql`filter_terms(stems, price_pence)`),
  },
  (table) => [
    check('products_price_above_nothing', sql`${table.pricePence} > 0`),
    check(
      'products_counts_not_negative',
      sql`${table.sold} >= 0 and ${table.ratingSum} >= 0 and ${table.reviewCount} >= 0`,
    ),
    check('products_measures_above_nothing', sql`${table.heightCm} > 0 and ${table.widthCm} > 0`),
    check('products_most_per_day', sql`${table.mostPerDay} > 0`),
    check('products_available_in_order', sql`${table.availableFrom} <= ${table.availableUntil}`),
    check('products_status_known', sql`${table.status} in ('on_sale', 'sold_out', 'withdrawn')`),
    check('products_has_a_picture', sql`jsonb_array_length(${table.pictures}) > 0`),
    index('products_by_price').on(table.pricePence, table.id),
    index('products_by_name').on(sql`lower(${table.name})`, table.id),
    index('products_by_category').on(sql`lower(${table.category})`, table.id),
    index('products_by_occasion').using('gin', table.occasions),
    index('products_by_name_part').using('gin', sql`${table.name} gin_trgm_ops`),
    index('products_by_name_gram').using('gin', table.nameGrams),
    /** The desk's lists, and how many there are of each. */
    index('products_by_status').on(table.status, table.id),
    index('products_by_code_part').using('gin', sql`${table.itemCode} gin_trgm_ops`),
    index('products_by_term').using('gin', table.searchTerms, table.filterTerms),
  ],
);

/** The sizes of a bouquet beside the standard one, which is the product's own row. A size that is dropped goes off sale. */
export const productSizes = pgTable(
  'product_sizes',
  {
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    size: text({ enum: ['large', 'grand'] }).notNull(),
    pricePence: integer().notNull(),
    stems: storedJson(StoredStems).notNull(),
    heightCm: smallint(),
    widthCm: smallint(),
    pictures: storedJson(StoredPictures).notNull().default([]),
    onSale: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.size] }),
    check('product_sizes_known', sql`${table.size} in ('large', 'grand')`),
    check('product_sizes_price_above_nothing', sql`${table.pricePence} > 0`),
    check('product_sizes_measures_above_nothing', sql`${table.heightCm} > 0 and ${table.widthCm} > 0`),
  ],
);

/** What can go with a bouquet: a vase, a candle. Extras are never deleted, since carts and orders name them. */
export const extras = pgTable(
  'extras',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    code: text().notNull().unique(),
    name: text().notNull(),
    words: text().notNull(),
    pricePence: integer().notNull(),
    pictures: storedJson(StoredPictures).notNull().default([]),
    onSale: boolean().notNull().default(true),
    /** Its place among the extras. */
    position: smallint().notNull().default(0),
    /** It goes with bouquets whose wrapping holds one of these words, `wrap`, `letterbox`; with every bouquet where there are none. */
    goesWith: text().array().notNull().default([]),
  },
  (table) => [check('extras_price_above_nothing', sql`${table.pricePence} > 0`)],
);

/** How a flower is sold at the market. One that is not listed is bought by the stem. */
export const flowers = pgTable(
  'flowers',
  {
    name: text().primaryKey(),
    /** Stems in a bunch. */
    bunch: smallint().notNull(),
  },
  (table) => [check('flowers_bunch', sql`${table.bunch} between 1 and 1000`)],
);

/** The files of pictures, in the database so that it contains the whole shop. */
export const pictureFiles = pgTable(
  'picture_files',
  {
    picture: text().notNull(),
    /** `share` is the crop for links on social networks, a JPEG. */
    format: text({ enum: ['avif', 'webp', 'jpg', 'share'] }).notNull(),
    width: smallint().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.picture, table.format, table.width] })],
);

/**
 * A photo that was sent to the desk, until a bouquet shows it. Its picture is made in the background; `original` is the photo as
 * it was drawn anew, and is deleted then.
 */
export const productPhotos = pgTable(
  'product_photos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sentAt: moment().notNull(),
    state: text({ enum: ['waiting', 'made', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Why no picture could be made of it. */
    reason: text(),
    original: bytea(),
    /** Without what it shows in words. */
    picture: storedJson(StoredPicture),
    pictureId: text(),
  },
  (table) => [
    check('product_photos_state_known', sql`${table.state} in ('waiting', 'made', 'failed')`),
    check(
      'product_photos_whole',
      sql`(${table.state} = 'made') = (${table.picture} is not null) and (${table.state} = 'made') = (${table.original} is null)
        and (${table.state} = 'failed') = (${table.reason} is not null) and (${table.picture} is null) = (${table.pictureId} is null)`,
    ),
    index('product_photos_by_picture').on(table.pictureId),
  ],
);

/** Outside of the public schema, and so of backups: triggers of the products fill it. */
export const searchSchema = pgSchema('search');

/**
 * Every search term that a bouquet ever had, with the colours in a stem's name. A term no longer used finds nothing.
 */
export const searchVocabulary = searchSchema.table('vocabulary', {
  term: text().primaryKey(),
  colours: text().array().notNull(),
});

/**
 * How many bouquets on sale have each category, occasion, colour, flower, price and kind of pets, and how many there are
 * (`total:`). Triggers add a line for each change and change none, so that nobody waits for another; a count is the sum
 * of its lines, and a job folds them now and then.
 */
export const facetCounts = searchSchema.table('facet_counts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  term: text().notNull(),
  count: integer().notNull(),
});

export type ProductPhotoRow = typeof productPhotos.$inferSelect;
export type ProductSizeRow = typeof productSizes.$inferSelect;
export type ExtraRow = typeof extras.$inferSelect;
export type ProductRow = typeof products.$inferSelect;
