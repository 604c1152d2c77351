import type { ProductDetail } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { and, eq, getTableColumns, ne, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { subquery } from '#server/platform/database/subquery.ts';
import { aroundPets } from './around-pets.ts';
import { listExtras } from './lists/list-extras.ts';
import { listPlants } from './lists/list-plants.ts';
import { StoredPictures, StoredStems } from './pictures/stored-picture.ts';
import { type ProductSizeRow, productSizes, products } from './table.ts';
import { toProductDetail } from './to-product.ts';

/** One bouquet with all we know of it; a withdrawn one is not found. */
export async function findProduct(deps: Deps, id: number): Promise<ProductDetail> {
  const [found] = await productStatement(deps.db).execute({ id });
  if (!found) throw new NotFound('No such bouquet.');
  return toProductDetail(found.product, {
    otherSizes: found.otherSizes,
    extras: await listExtras(deps, found.product.presentation),
    pets: aroundPets(await listPlants(deps.db, found.stems)),
  });
}

/** What only searching needs is long and stays in the database. */
const { nameGrams, searchTerms, filterTerms, largePence, grandPence, ...SHOWN } = getTableColumns(products);

/** Those on sale beside the standard one, large before grand. Inside of JSON the columns' schemas do not read them. */
const OTHER_SIZES = subquery(sql`
  select coalesce(json_agg(json_build_object('size', ${productSizes.size}, 'pricePence', ${productSizes.pricePence},
    'stems', ${productSizes.stems}, 'heightCm', ${productSizes.heightCm}, 'widthCm', ${productSizes.widthCm},
    'pictures', ${productSizes.pictures}) order by ${productSizes.size} desc), '[]')
  from ${productSizes} where ${productSizes.productId} = ${products.id} and ${productSizes.onSale}`).mapWith(
  (sizes: ShownSize[]) =>
    sizes.map((size) => ({
      ...size,
      stems: StoredStems.parse(size.stems),
      pictures: StoredPictures.parse(size.pictures),
    })),
);
type ShownSize = Omit<ProductSizeRow, 'productId' | 'onSale'>;

/** As they are stored: one that cannot be shown is none that can be called safe. */
const STEMS = sql<unknown>`${products.stems}`;

const productStatement = preparedFor((db) =>
  db
    .select({ product: SHOWN, otherSizes: OTHER_SIZES, stems: STEMS })
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), ne(products.status, 'withdrawn')))
    .prepare('product'),
);
