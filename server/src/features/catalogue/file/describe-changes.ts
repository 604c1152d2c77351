import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueChange } from '#contract/desk-catalogue-file.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import type { StoredProduct } from '../lists/list-stored-products.ts';
import type { ProductSizeRow } from '../table.ts';
import type { ChangedProduct, WantedProduct } from './compare-catalogue.ts';

const LONGEST = 120;

type Compared = { added: WantedProduct[]; changed: ChangedProduct[] };

/** What an import changes, bouquet by bouquet and field by field, in words; and a key that is another for other changes. */
export function describeChanges(
  { added, changed }: Compared,
  present: StoredProduct[],
  presentSizes: ProductSizeRow[],
) {
  const byId = new Map(present.map((product) => [product.id, product]));
  const sizesById = Map.groupBy(presentSizes, ({ productId }) => productId);
  const changes: CatalogueChange[] = [
    ...added.map(({ values }) => ({ item_code: values.itemCode, name: values.name, is_new: true, fields: [] })),
    ...changed.map(({ id, values, sizes }) => ({
      item_code: values.itemCode,
      name: values.name,
      is_new: false,
      fields: [
        ...listFields(byId.get(id) ?? {}, values),
        ...sizes.flatMap(({ size, ...wanted }) => {
          const stored = sizesById.get(id)?.find((each) => each.size === size) ?? {};
          return listFields(stored, wanted).map((field) => ({ ...field, name: `${size}: ${field.name}` }));
        }),
      ],
    })),
  ];
  // What it was counts, too: a change that somebody else made meanwhile is not overwritten without being seen.
  const key = createHash('sha256').update(JSON.stringify({ changes, added, changed })).digest('base64url').slice(0, 20);
  return { changes, key };
}

const NAMES: Record<string, string> = {
  pricePence: 'price',
  summary: 'one line',
  heightCm: 'height',
  widthCm: 'width',
  presentation: 'wrapping',
  stems: 'recipe',
  pictures: 'photos',
  standardPictures: 'photo of standard',
  availableFrom: 'from',
  availableUntil: 'until',
  mostPerDay: 'at most a day',
  onSale: 'on sale',
  status: 'in the shop',
};

function listFields(stored: object, wanted: object): CatalogueChange['fields'] {
  const before = stored as Record<string, unknown>;
  return Object.entries(wanted).flatMap(([name, value]) =>
    isDeepStrictEqual(before[name], value)
      ? []
      : [{ name: NAMES[name] ?? name, before: inWords(name, before[name]), after: inWords(name, value) }],
  );
}

function inWords(name: string, value: unknown): string {
  const words = toWords(name, value);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

function toWords(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (name === 'pricePence') return formatPounds(toPounds(Number(value)));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return String(value);
  const parts = value.map((part: string | { flower?: string; count?: number; alt?: string }) => {
    if (typeof part === 'string') return part;
    return part.flower === undefined ? (part.alt ?? '') : `${part.count} × ${part.flower}`;
  });
  return parts.join('; ') || 'none';
}
