import { toPlural } from '#contract/plural.ts';
import type { Entry } from './search-vocabulary.ts';

const OCCASIONS = new Map([
  ['birthday', 'for a birthday'],
  ['anniversary', 'for an anniversary'],
  ['new baby', 'for a new baby'],
  ['thank you', 'to say thank you'],
  ['congratulations', 'to say congratulations'],
  ['get well', 'to say get well'],
  ['just because', 'just because'],
]);

export const describeOccasion = (name: string): string => OCCASIONS.get(name) ?? `for ${name}`;

export const joinWords = (words: string[]): string => words.join(' and ');

/** `rose` of `red` → `with red roses`; `spray` → `with spray roses`, as all that are called so are roses. */
export function describeFlower(words: string[], stems: Entry[], colours: string[] = []): string {
  const heads = new Set(stems.map((stem) => stem.words.at(-1) ?? ''));
  const [only = ''] = heads.size === 1 ? heads : [];
  const head = words.find((word) => heads.has(word)) ?? (only || 'stem');
  const before = words.filter((word) => word !== head);
  return ['with', joinWords(colours), ...before, toPlural(head)].filter((word) => word !== '').join(' ');
}

/** The parts as one line that begins with a capital. */
export function joinLabel(parts: string[]): string {
  const line = parts.join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}
