import { formatPounds } from '#contract/money.ts';
import type { Content } from './draft.ts';
import type { Field } from './merge-drafts.ts';

/** What the fields of a bouquet are called on the page. */
export const FIELD_NAMES: Record<Field, string> = {
  name: 'Name',
  category: 'Category',
  occasions: 'Occasions',
  desc: 'One line',
  description: 'Description',
  size: 'Size in words',
  presentation: 'Wrapping',
  care: 'Care',
  pictures: 'Photos',
  price: 'Price, standard',
  stems: 'Recipe, standard',
  height_cm: 'Height, standard',
  width_cm: 'Width, standard',
  standard_picture: 'Photo, standard',
  large: 'Large',
  grand: 'Grand',
  available_from: 'From',
  available_until: 'Until',
  most_per_day: 'At most a day',
  status: 'In the shop',
};

const STATUSES = { on_sale: 'On sale', sold_out: 'Sold out', withdrawn: 'Hidden' };
const stemWords = (stems: Content['stems']): string =>
  stems.map(({ flower, count }) => `${count} × ${flower}`).join('; ') || 'none';
const cm = (measure: number | null): string => (measure === null ? 'none' : `${measure} cm`);
const sizeWords = (size: Content['large']): string =>
  size
    ? [
        size.on_sale ? 'on sale' : 'not on sale',
        Number.isFinite(size.price) ? formatPounds(size.price) : 'no price',
        stemWords(size.stems),
        `${cm(size.height_cm)} high, ${cm(size.width_cm)} wide`,
        size.picture ? `photo: ${size.picture.alt}` : 'no photo',
      ].join(', ')
    : 'none';

/** What a field says, in one line, so that two of them can be compared. */
export function describeField(content: Content, field: Field): string {
  switch (field) {
    case 'occasions':
      return content.occasions.join(', ') || 'none';
    case 'pictures':
      return content.pictures.map(({ alt }, index) => `${index + 1}: ${alt || 'no words'}`).join('; ') || 'none';
    case 'price':
      return Number.isFinite(content.price) ? formatPounds(content.price) : 'none';
    case 'stems':
      return stemWords(content.stems);
    case 'height_cm':
    case 'width_cm':
      return cm(content[field]);
    case 'standard_picture':
      return content.standard_picture?.alt ?? 'none';
    case 'large':
    case 'grand':
      return sizeWords(content[field]);
    case 'status':
      return STATUSES[content.status];
    default:
      return String(content[field] ?? 'none');
  }
}
