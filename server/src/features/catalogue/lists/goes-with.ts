import { sql } from '#server/platform/database/drizzle.ts';
import { extras, products } from '../table.ts';

/** Whether an extra goes with a bouquet, by the words of its wrapping: one that stands in a vase is not offered another. */
export function goesWith(words: readonly string[], presentation: string): boolean {
  const wrapping = presentation.toLowerCase();
  return words.length === 0 || words.some((word) => wrapping.includes(word.toLowerCase()));
}

/** The same in a statement that reads extras and products. */
export const GOES_WITH = sql`(${extras.goesWith} = '{}' or exists (
  select from unnest(${extras.goesWith}) as word where strpos(lower(${products.presentation}), lower(word)) > 0))`;
