/** Which signs words are made of depends on the locale of the database: all letters, or those of ASCII. */
const WORDS = [/[\p{Alphabetic}0-9]+/gu, /[A-Za-z0-9]+/g] as const;
const PLAIN = /^[ a-z0-9]{3}$/;

/** The trigrams of each word, as PostgreSQL's pg_trgm makes them: `Ink` → `  i`, ` in`, `ink`, `nk `. */
export function toTrigrams(text: string, words: RegExp = WORDS[0]): string[] {
  const trigrams: string[] = [];
  for (const word of text.match(words) ?? []) {
    const signs = [...`  ${word.toLowerCase()} `];
    for (let place = 2; place < signs.length; place++) trigrams.push(signs.slice(place - 2, place + 1).join(''));
  }
  return trigrams;
}

/**
 * The same of several names, beside the trigrams that the database makes of each; undefined where it makes others. It gives each once,
 * and hashes those with other signs than a–z.
 */
export function toTrigramsAs(names: { name: string; trigrams: string[] }[]): string[][] | undefined {
  return WORDS.map((words) => names.map(({ name }) => toTrigrams(name, words))).find((all) =>
    all.every((ours, index) => isSame(new Set(ours), new Set(names[index]?.trigrams))),
  );
}

function isSame(ours: Set<string>, theirs: Set<string>): boolean {
  const listPlain = (trigrams: Set<string>) => [...trigrams].filter((trigram) => PLAIN.test(trigram)).toSorted();
  return ours.size === theirs.size && listPlain(ours).join() === listPlain(theirs).join();
}

/**
 * How alike some words are to the part of a name that is most like them: `word_similarity` of pg_trgm, whose steps these are. It
 * extends the part to each trigram in common, shortens it from the left as long as that makes it more alike, and keeps the best.
 * It counts in single precision, and so does this.
 */
export function wordSimilarity(words: ReadonlySet<string>, name: readonly string[]): number {
  /** Where each trigram of the part was seen last. */
  const last = new Map<string, number>();
  let [best, lower, common, size] = [0, -1, 0, 0];
  const similarity = (shared: number, length: number) => Math.fround(shared / (words.size + length - shared));
  for (const [upper, trigram] of name.entries()) {
    const isCommon = words.has(trigram);
    if (lower < 0 && !isCommon) continue;
    if (!last.has(trigram)) {
      size += 1;
      if (isCommon) common += 1;
    }
    last.set(trigram, upper);
    if (!isCommon) continue;
    if (lower < 0) [lower, size] = [upper, 1];

    let current = similarity(common, size);
    const before = lower;
    for (let [place, shared, length] = [before, common, size]; place <= upper; place++) {
      const shorter = similarity(shared, length);
      if (shorter > current) [current, size, lower, common] = [shorter, length, place, shared];
      const dropped = name[place] ?? '';
      if (last.get(dropped) !== place) continue;
      length -= 1;
      if (words.has(dropped)) shared -= 1;
    }
    best = Math.max(best, current);
    for (let place = before; place < lower; place++) {
      const dropped = name[place] ?? '';
      if (last.get(dropped) === place) last.delete(dropped);
    }
  }
  return best;
}
