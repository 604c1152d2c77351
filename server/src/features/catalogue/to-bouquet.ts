import { createHash } from 'node:crypto';
import type { Bouquet, BouquetSize } from '#contract/desk-catalogue.ts';
import { toPounds } from '#contract/money.ts';
import type { ProductRow, ProductSizeRow } from './table.ts';

export type StoredBouquet = { product: ProductRow; sizes: ProductSizeRow[] };

const COLOUR = 'colour:';

/** As the desk shows a bouquet. Its version is a hash of all that can be changed, whoever changes it and from where. */
export function toBouquet({ product, sizes }: StoredBouquet): Omit<Bouquet, 'changed'> {
  const { id, sold, searchTerms } = product;
  const editable = toEditable({ product, sizes });
  return {
    id,
    version: createHash('sha256').update(JSON.stringify(editable)).digest('base64url').slice(0, 20),
    ...editable,
    colours: searchTerms.flatMap((term) => (term.startsWith(COLOUR) ? [term.slice(COLOUR.length)] : [])),
    sold,
  };
}

function toEditable({ product, sizes }: StoredBouquet) {
  const sizeOf = (size: ProductSizeRow['size']) => {
    const row = sizes.find((each) => each.size === size);
    return row ? toBouquetSize(row) : null;
  };
  return {
    item_code: product.itemCode,
    name: product.name,
    category: product.category,
    occasions: product.occasions,
    desc: product.summary,
    description: product.description,
    size: product.size,
    presentation: product.presentation,
    care: product.care,
    pictures: product.pictures,
    price: toPounds(product.pricePence),
    stems: product.stems,
    height_cm: product.heightCm,
    width_cm: product.widthCm,
    standard_picture: product.standardPictures[0] ?? null,
    large: sizeOf('large'),
    grand: sizeOf('grand'),
    available_from: product.availableFrom,
    available_until: product.availableUntil,
    most_per_day: product.mostPerDay,
    status: product.status,
  };
}

const toBouquetSize = ({ onSale, pricePence, stems, heightCm, widthCm, pictures }: ProductSizeRow): BouquetSize => ({
  on_sale: onSale,
  price: toPounds(pricePence),
  stems,
  height_cm: heightCm,
  width_cm: widthCm,
  picture: pictures[0] ?? null,
});
