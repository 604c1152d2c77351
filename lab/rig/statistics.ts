/** The value that this share of the values does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

/** The middle value; of an even number, the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The median of each of these keys. */
export const medianOf = <Key extends string>(items: Record<Key, number>[], ...keys: Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, median(items.map((item) => item[key]))])) as Record<Key, number>;

export type Difference = {
  /** The share of pairs, one of each, in which the right one is larger: a half when nothing tells them apart. */
  rightIsLarger: number;
  z: number;
  /** How often chance alone gives a difference at least as large, in either direction. */
  p: number;
};

/** The two-sided test of Mann and Whitney, by the normal approximation and with ties taken into account. */
export function compareGroups(left: number[], right: number[]): Difference {
  const all = [
    ...left.map((value) => ({ value, isRight: false })),
    ...right.map((value) => ({ value, isRight: true })),
  ];
  all.sort((one, other) => one.value - other.value);
  let rankSum = 0;
  let ties = 0;
  for (let from = 0, to = 0; from < all.length; from = to) {
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const rank = (from + 1 + to) / 2;
    rankSum += rank * all.slice(from, to).filter(({ isRight }) => isRight).length;
    ties += (to - from) ** 3 - (to - from);
  }
  const pairs = left.length * right.length;
  const count = all.length;
  const larger = rankSum - (right.length * (right.length + 1)) / 2;
  const spread = Math.sqrt((pairs / 12) * (count + 1 - ties / (count * (count - 1))));
  const z = spread > 0 ? (larger - pairs / 2) / spread : 0;
  return { rightIsLarger: larger / pairs, z, p: Math.min(1, 2 * areaBeyond(Math.abs(z))) };
}

/** The area under the bell curve beyond `z`, by Simpson's rule; what lies further out than 12 is nothing. */
function areaBeyond(z: number): number {
  const steps = 2_000;
  const width = 12 / steps;
  const height = (step: number) => Math.exp(-((z + step * width) ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const weight = (step: number) => (step === 0 || step === steps ? 1 : step % 2 === 0 ? 2 : 4);
  let sum = 0;
  for (let step = 0; step <= steps; step++) sum += weight(step) * height(step);
  return (sum * width) / 3;
}

/** How much later the right group would have to be for the test to notice at this level, in noise such as this. */
export function smallestVisible(left: number[], right: number[], level: number): number {
  const apart = median(right) - median(left);
  const shows = (shift: number) =>
    compareGroups(
      left,
      right.map((value) => value - apart + shift),
    ).p < level;
  let [hidden, visible] = [0, 1];
  while (!shows(visible) && visible < 10_000) [hidden, visible] = [visible, visible * 2];
  for (let round = 0; round < 20; round++) {
    const middle = (hidden + visible) / 2;
    if (shows(middle)) visible = middle;
    else hidden = middle;
  }
  return visible;
}
