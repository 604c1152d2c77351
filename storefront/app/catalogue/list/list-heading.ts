import { toPlural } from '#contract/plural.ts';
import type { Card } from '../card.ts';
import { type ListFilters, toTitle } from './list-address.ts';

/** More would be a sentence. */
const MOST_OF_A_KIND = 2;
const MOST_NAMED = 3;

const toValues = (values: string | undefined): string[] => values?.split(',') ?? [];

/** `Pink birthday vases with roses`. */
export function headingFor(filters: ListFilters, first: Card | undefined): string {
  const { search, category, occasion, colour, flower, price, pets } = filters;
  if (search) return first?.group ? `Bouquets for “${search}”` : `Bouquets called “${search}”`;
  const kind = category && category.toLowerCase() !== 'bouquets' ? category.toLowerCase() : 'bouquets';
  const [colours, flowers] = [toValues(colour), toValues(flower).map(toPlural)];
  const isLong = colours.length + flowers.length + Number(Boolean(occasion)) > MOST_NAMED;
  const coloured = colours.length > MOST_OF_A_KIND ? '' : colours.join(' and ');
  const namesFlowers = flowers.length > 0 && flowers.length <= MOST_OF_A_KIND && !isLong;
  const withFlowers = namesFlowers ? `with ${flowers.join(' and ')}` : '';
  const heading = [coloured, occasion, kind, withFlowers].filter(Boolean).join(' ');
  if (pets) return toTitle(`${heading}${withFlowers && ','} safe around pets`);
  return category || occasion || colour || flower || price ? toTitle(heading) : 'All bouquets';
}
