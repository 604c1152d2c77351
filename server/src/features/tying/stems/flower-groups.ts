/** What is not bought for its flowers. */
const FOLIAGE = /\b(foliage|eucalyptus|gypsophila|fern|ruscus|salal|pittosporum|ivy|grass|leaf|leaves|palm|moss)\b/i;
export const FOLIAGE_GROUP = 'Foliage';
export const OTHERS_GROUP = 'Others';

/** `Peach rose (bud)` is a rose: the last word that is not in brackets. */
const kindOf = (flower: string): string =>
  flower
    .replaceAll(/\([^)]*\)/g, ' ')
    .trim()
    .split(/\s+/)
    .at(-1)
    ?.toLowerCase() ?? '';

function pluralOf(kind: string): string {
  const word = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (word.endsWith('s')) return word;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** The group of each flower, as the market has them: `Roses`, `Foliage`. A kind of which there is one flower is among the others. */
export function groupFlowers(flowers: readonly string[]): Map<string, string> {
  const kinds = Map.groupBy(flowers, kindOf);
  return new Map(
    flowers.map((flower) => {
      if (FOLIAGE.test(flower)) return [flower, FOLIAGE_GROUP];
      const isAlone = (kinds.get(kindOf(flower))?.length ?? 0) < 2;
      return [flower, isAlone ? OTHERS_GROUP : pluralOf(kindOf(flower))];
    }),
  );
}

const LAST = [OTHERS_GROUP, FOLIAGE_GROUP];

/** Groups by name, those of the rest last; in a group by name too, so that no line moves while orders come in. */
export function compareFlowers(
  left: { group: string; flower: string },
  right: { group: string; flower: string },
): number {
  return (
    LAST.indexOf(left.group) - LAST.indexOf(right.group) ||
    left.group.localeCompare(right.group, 'en-GB') ||
    left.flower.localeCompare(right.flower, 'en-GB')
  );
}
