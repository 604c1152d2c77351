/** `lilies` → `lily`, `roses` → `rose`; `ranunculus` and `iris` are what they are. */
export function toSingular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** The words of a text in lower case and in the singular, without hyphens and apostrophes. */
export const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(toSingular);
