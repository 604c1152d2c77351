import type { Bouquet, BouquetSize, ProductStatus, SaveBouquet } from '#contract/desk-catalogue.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import type { Picture } from '#contract/pictures.ts';
import type { Stem } from '#contract/products.ts';
import { SIZES, type Size } from '#contract/sizes.ts';

/** What is saved of a bouquet. */
export type Content = Omit<SaveBouquet, 'version'>;

/** A photo in the editor; without a picture while it is being sent and made. */
export type DraftPhoto = {
  key: string;
  alt: string;
  picture: Picture | null;
  /** Its number among the photos that were sent; until a picture is made of it. */
  photo?: number;
};
export type DraftSize = { isOn: boolean; price: string; height: string; width: string; photo: DraftPhoto | null };
export type DraftStem = { key: string; flower: string; counts: Record<Size, string> };

/** A bouquet as it is typed: numbers and sums are texts until they are saved. */
export type Draft = {
  itemCode: string;
  name: string;
  category: string;
  occasions: string[];
  desc: string;
  description: string;
  size: string;
  presentation: string;
  care: string;
  photos: DraftPhoto[];
  sizes: Record<Size, DraftSize>;
  recipe: DraftStem[];
  availableFrom: string;
  availableUntil: string;
  mostPerDay: string;
  status: ProductStatus;
};

const NO_SIZE: DraftSize = { isOn: false, price: '', height: '', width: '', photo: null };

export const emptyDraft = (itemCode: string): Draft => ({
  itemCode,
  name: '',
  category: '',
  occasions: [],
  desc: '',
  description: '',
  size: '',
  presentation: '',
  care: '',
  photos: [],
  sizes: { standard: { ...NO_SIZE, isOn: true }, large: NO_SIZE, grand: NO_SIZE },
  recipe: [emptyStem('new-1')],
  availableFrom: '',
  availableUntil: '',
  mostPerDay: '',
  status: 'on_sale',
});

export const emptyStem = (key: string): DraftStem => ({
  key,
  flower: '',
  counts: { standard: '', large: '', grand: '' },
});

const toPhoto = (picture: Picture): DraftPhoto => ({ key: picture.id, alt: picture.alt, picture });
const orEmpty = (number: number | null): string => (number === null ? '' : String(number));

type AnySize = Omit<BouquetSize, 'stems'>;

const toDraftSize = (size: AnySize | null): DraftSize =>
  size
    ? {
        isOn: size.on_sale,
        price: formatPounds(size.price),
        height: orEmpty(size.height_cm),
        width: orEmpty(size.width_cm),
        photo: size.picture && toPhoto(size.picture),
      }
    : NO_SIZE;

export function toDraft(bouquet: Bouquet): Draft {
  const { large, grand } = bouquet;
  return {
    itemCode: bouquet.item_code,
    name: bouquet.name,
    category: bouquet.category,
    occasions: bouquet.occasions,
    desc: bouquet.desc,
    description: bouquet.description,
    size: bouquet.size,
    presentation: bouquet.presentation,
    care: bouquet.care,
    photos: bouquet.pictures.map(toPhoto),
    sizes: {
      standard: toDraftSize({ ...bouquet, on_sale: true, picture: bouquet.standard_picture }),
      large: toDraftSize(large),
      grand: toDraftSize(grand),
    },
    recipe: toRecipe({ standard: bouquet.stems, large: large?.stems ?? [], grand: grand?.stems ?? [] }),
    availableFrom: bouquet.available_from ?? '',
    availableUntil: bouquet.available_until ?? '',
    mostPerDay: orEmpty(bouquet.most_per_day),
    status: bouquet.status,
  };
}

/** One row for each flower of any size, in the order of the sizes. A flower that a recipe names twice is one row. */
function toRecipe(stems: Record<Size, Stem[]>): DraftStem[] {
  const rows = new Map<string, Record<Size, number>>();
  for (const size of SIZES)
    for (const { flower, count } of stems[size]) {
      const counts = rows.get(flower) ?? { standard: 0, large: 0, grand: 0 };
      counts[size] += count;
      rows.set(flower, counts);
    }
  const write = (count: number) => (count === 0 ? '' : String(count));
  return [...rows].map(([flower, { standard, large, grand }]) => ({
    key: flower,
    flower,
    counts: { standard: write(standard), large: write(large), grand: write(grand) },
  }));
}

/** What is no number is sent as it was typed, so that the shop refuses it in words. */
const readWhole = (typed: string): number | null => {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : (text as unknown as number);
};

const toShown = ({ picture, alt }: DraftPhoto) => ({ id: picture?.id ?? '', alt: alt.trim() });

/** The stems of one size. A flower without a count is not in it. */
export const stemsOf = ({ recipe }: Draft, size: Size): Stem[] =>
  recipe.flatMap(({ flower, counts }) =>
    counts[size].trim() === '' ? [] : [{ flower: flower.trim(), count: readWhole(counts[size]) as number }],
  );

/** The draft as it would be saved; the shop checks it. A size that was never sold and is not filled in is none. */
export function toContent(draft: Draft): Content {
  const { standard } = draft.sizes;
  const sizeOf = (size: 'large' | 'grand'): Content['large'] => {
    const { isOn, price, height, width, photo } = draft.sizes[size];
    const stems = stemsOf(draft, size);
    if (!isOn && (readPounds(price) === undefined || stems.length === 0)) return null;
    return {
      on_sale: isOn,
      price: readPounds(price) as number,
      stems,
      height_cm: readWhole(height),
      width_cm: readWhole(width),
      picture: photo && toShown(photo),
    };
  };
  return {
    name: draft.name.trim(),
    category: draft.category.trim(),
    occasions: draft.occasions,
    desc: draft.desc.trim(),
    description: draft.description.trim(),
    size: draft.size.trim(),
    presentation: draft.presentation.trim(),
    care: draft.care.trim(),
    pictures: draft.photos.map(toShown),
    price: readPounds(standard.price) as number,
    stems: stemsOf(draft, 'standard'),
    height_cm: readWhole(standard.height),
    width_cm: readWhole(standard.width),
    standard_picture: standard.photo && toShown(standard.photo),
    large: sizeOf('large'),
    grand: sizeOf('grand'),
    available_from: draft.availableFrom || null,
    available_until: draft.availableUntil || null,
    most_per_day: readWhole(draft.mostPerDay),
    status: draft.status,
  };
}
