import { toPounds } from '#contract/money.ts';
import { PICTURE_TYPES, type PictureFormat, pictureUrl } from '#contract/picture-files.ts';
import type { Picture } from '#contract/pictures.ts';
import type { AroundPets, Extra, Product, ProductDetail, ProductSize } from '#contract/products.ts';
import type { ExtraRow, ProductRow, ProductSizeRow } from './table.ts';

const JPEG_WIDTH = 720;

/** Withdrawn products are never shown, so theirs does not matter. */
const AVAILABILITY = { on_sale: 'on_sale', sold_out: 'sold_out', withdrawn: 'sold_out' } as const;

type ListedRow = Pick<
  ProductRow,
  'id' | 'name' | 'category' | 'pricePence' | 'summary' | 'occasions' | 'status' | 'pictures'
>;

/** With the prices of the other sizes on sale. */
export function toProduct(row: ListedRow & { largePence: number | null; grandPence: number | null }): Product {
  const { pricePence, largePence, grandPence } = row;
  return {
    ...toListed(row),
    sizes: [
      { size: 'standard', price: toPounds(pricePence) },
      ...(largePence === null ? [] : [{ size: 'large' as const, price: toPounds(largePence) }]),
      ...(grandPence === null ? [] : [{ size: 'grand' as const, price: toPounds(grandPence) }]),
    ],
  };
}

function toListed(row: ListedRow): Omit<Product, 'sizes'> {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    price: toPounds(row.pricePence),
    image: imageOf(row.pictures[0]),
    desc: row.summary,
    occasions: row.occasions,
    availability: AVAILABILITY[row.status],
    pictures: row.pictures.slice(0, 2),
  };
}

type ShownRow = Omit<ProductRow, 'nameGrams' | 'searchTerms' | 'filterTerms' | 'largePence' | 'grandPence'>;

/** The sizes and the extras are those on sale. */
type Beside = { otherSizes: OtherSize[]; extras: Extra[]; pets: AroundPets };

export function toProductDetail(row: ShownRow, { otherSizes, extras, pets }: Beside): ProductDetail {
  return {
    ...toListed(row),
    description: row.description,
    item_code: row.itemCode,
    size: row.size,
    height_cm: row.heightCm,
    width_cm: row.widthCm,
    presentation: row.presentation,
    stems: row.stems,
    care: row.care,
    sold: row.sold,
    rating: row.reviewCount === 0 ? null : Math.round((row.ratingSum / row.reviewCount) * 10) / 10,
    review_count: row.reviewCount,
    pictures: row.pictures.map(withFiles),
    sizes: [toSize({ ...row, size: 'standard', pictures: row.standardPictures }), ...otherSizes.map(toSize)],
    extras,
    pets,
    available_from: row.availableFrom,
    available_until: row.availableUntil,
  };
}

type OtherSize = Omit<ProductSizeRow, 'productId' | 'onSale'>;
type AnySize = Omit<OtherSize, 'size'> & Pick<ProductSize, 'size'>;

const toSize = ({ size, pricePence, stems, heightCm, widthCm, pictures }: AnySize): ProductSize => ({
  size,
  price: toPounds(pricePence),
  stems,
  height_cm: heightCm,
  width_cm: widthCm,
  pictures: pictures.map(withFiles),
});

export const toExtra = ({ id, name, words, pricePence, pictures }: ExtraRow): Extra => ({
  id,
  name,
  words,
  price: toPounds(pricePence),
  picture: pictures[0] ?? null,
});

const withFiles = (picture: Picture) => ({ ...picture, files: filesOf(picture) });

function imageOf(picture: Picture | undefined): string {
  if (!picture) return '';
  const width = picture.widths.find((candidate) => candidate >= JPEG_WIDTH) ?? picture.width;
  return pictureUrl(picture.id, width, 'jpg');
}

function filesOf(picture: Picture) {
  // `Object.keys` is typed as string[], whatever the object.
  return (Object.keys(PICTURE_TYPES) as PictureFormat[]).flatMap((format) =>
    picture.widths.map((width) => ({ url: pictureUrl(picture.id, width, format), type: PICTURE_TYPES[format], width })),
  );
}
