import { PRODUCT_STATUSES } from '#contract/desk-catalogue.ts';
import type { Size } from '#contract/sizes.ts';
import { type Draft, type DraftPhoto, type DraftSize, emptyDraft } from './draft.ts';

/** The draft in a form that was sent without scripts. Rows of the recipe and photos are fields that come several times. */
export function readDraft(form: FormData): Draft {
  const text = (name: string): string => String(form.get(name) ?? '');
  const list = (name: string): string[] => form.getAll(name).map(String);
  const photo = (id: string, alt: string): DraftPhoto => ({
    key: id,
    alt,
    picture: { id, alt, width: 0, height: 0, widths: [], placeholder: '' },
  });
  const sizeOf = (size: Size): DraftSize => ({
    isOn: size === 'standard' || form.has(`on-${size}`),
    price: text(`price-${size}`),
    height: text(`height-${size}`),
    width: text(`width-${size}`),
    photo: form.has(`photo-${size}`) ? photo(text(`photo-${size}`), text(`alt-${size}`)) : null,
  });
  const [alts, counts] = [
    list('alt'),
    { standard: list('count-standard'), large: list('count-large'), grand: list('count-grand') },
  ];
  return {
    ...emptyDraft(text('item_code').trim()),
    name: text('name'),
    category: text('category'),
    occasions: list('occasion').filter((occasion) => occasion.trim() !== ''),
    desc: text('desc'),
    description: text('description'),
    size: text('size'),
    presentation: text('presentation'),
    care: text('care'),
    photos: list('photo').map((id, index) => photo(id, alts[index] ?? '')),
    sizes: { standard: sizeOf('standard'), large: sizeOf('large'), grand: sizeOf('grand') },
    recipe: list('flower').map((flower, index) => ({
      key: String(index),
      flower,
      counts: {
        standard: counts.standard[index] ?? '',
        large: counts.large[index] ?? '',
        grand: counts.grand[index] ?? '',
      },
    })),
    availableFrom: text('available_from'),
    availableUntil: text('available_until'),
    mostPerDay: text('most_per_day'),
    status: PRODUCT_STATUSES.find((known) => known === text('status')) ?? 'on_sale',
  };
}
