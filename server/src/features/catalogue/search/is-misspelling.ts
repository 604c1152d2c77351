/** Too many shorter words differ by one letter only. */
const SHORTEST = 4;
/** From this length on two slips are accepted. */
const LONG = 8;
/** No flower is longer; the cost of comparing grows with the product of both lengths. */
const LONGEST = 24;

/**
 * Whether one slip makes the typed word another, two in a long one: a letter more, less, wrong or two of them swapped.
 */
export function isMisspelling(typed: string, word: string): boolean {
  if (typed.length < SHORTEST || typed.length > LONGEST) return false;
  const slips = typed.length < LONG ? 1 : 2;
  return Math.abs(typed.length - word.length) <= slips && countSlips(typed, word, slips) <= slips;
}

/** Damerau-Levenshtein distance (optimal string alignment); counting stops beyond `most`. */
function countSlips(left: string, right: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const next = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    // The swap of the next row reaches back two rows.
    if (Math.min(...last, ...next) > most) return most + 1;
    [beforeLast, last] = [last, next];
  }
  return last[right.length] ?? 0;
}
