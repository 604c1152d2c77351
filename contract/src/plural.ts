/** Without a plural: `with lavender`, never `with lavenders`. */
const UNCOUNTED = new Set([
  'craspedia',
  'eryngium',
  'fern',
  'foliage',
  'greenery',
  'gypsophila',
  'heather',
  'ivy',
  'lavender',
  'stock',
]);

/** `lily` → `lilies`, `rose` → `roses`; `ranunculus` stays. */
export function toPlural(word: string): string {
  if (UNCOUNTED.has(word) || word.endsWith('s')) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(ch|sh|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}
