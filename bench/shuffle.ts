import { createHash } from 'node:crypto';

/** In an order that only the seed decides. */
export function shuffle<T>(values: T[], seed: number): T[] {
  const rank = (place: number) => createHash('sha256').update(`${seed} ${place}`).digest('hex');
  return values
    .map((value, place) => ({ value, rank: rank(place) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ value }) => value);
}
