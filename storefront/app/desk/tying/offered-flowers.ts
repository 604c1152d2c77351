import type { FlowerLike } from '#contract/desk-swaps.ts';

/** What is offered instead of a missing flower, on the page of the day and on the work ticket. */
export const SOMETHING_ELSE = '';

const LIKE_WORDS = {
  'same flower': 'Same flower, another colour',
  'same colour': 'Same colour, worth as much or more',
};

export const sayLike = ({ like, near }: FlowerLike): string => (near ? 'The same flower' : LIKE_WORDS[like]);

/** What is chosen to begin with: what nobody would call another flower. Any other is for the florist to choose. */
export function chosenFirst(offered: readonly FlowerLike[]): string | undefined {
  const [nearest] = offered;
  if (!nearest) return SOMETHING_ELSE;
  return nearest.near ? nearest.name : undefined;
}
