/** More than there are demonstration bouquets: the reply is the same, the request is not. */
const LIMITS = { from: 24, to: 100 };

/**
 * Addresses of searches that nobody has asked for yet: 3–6 letters out of a name, each with its own limit, in an order
 * that looks random and is the same every time.
 */
export function newSearches(names: string[]): () => string {
  const parts = new Set<string>();
  for (const name of names) {
    for (let length = 3; length <= 6; length++) {
      for (let from = 0; from + length <= name.length; from++) parts.add(name.slice(from, from + length).trim());
    }
  }
  const words = shuffle([...parts].filter((part) => part.length >= 3));
  let asked = 0;
  return () => {
    const limit = LIMITS.from + (Math.floor(asked / words.length) % (LIMITS.to - LIMITS.from + 1));
    const word = words[asked % words.length] ?? '';
    asked += 1;
    return `/api/products/?search=${encodeURIComponent(word)}&limit=${limit}`;
  };
}

/** A shuffle that is the same in every run: by a hash of each word. */
function shuffle(words: string[]): string[] {
  const rank = (word: string) => [...word].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return words.toSorted((left, right) => rank(left) - rank(right) || left.localeCompare(right));
}
