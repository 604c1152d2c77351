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

/** `lilies` → `lily`, `roses` → `rose`; `ranunculus` and `iris` are what they are. */
export function toSingular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** `lily` → `lilies`, `rose` → `roses`; `ranunculus` stays. */
export function toPlural(word: string): string {
  if (UNCOUNTED.has(word) || word.endsWith('s')) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(ch|sh|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The words of a text in lower case and in the singular, without hyphens and apostrophes. */
export const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(toSingular);
