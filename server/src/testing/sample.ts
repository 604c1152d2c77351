import { createHash } from 'node:crypto';

export type Sampler = {
  /** What was given, or those of it that this seed draws, whatever stands beside them; at least one. */
  pick<T>(parts: number, items: readonly T[], nameOf?: (item: T) => string): T[];
  /** How often something is tried. */
  times(parts: number, whole: number): number;
  /** The numbers from the first to the last, or one in so many of them, beginning where this seed says. */
  range(parts: number, first: number, last: number): Iterable<number>;
};

/**
 * The great nets try every call with everything, which takes minutes. With a seed one in so many is tried, others with
 * each seed: `npm test` draws one and prints it, and `npm run test:rest` tries all.
 */
export function createSampler(seed: string | undefined): Sampler {
  if (!seed) {
    return {
      pick: (_, items) => [...items],
      times: (_, whole) => whole,
      range: (_, first, last) => count(first, last, 1),
    };
  }
  return {
    pick<T>(parts: number, items: readonly T[], nameOf = (item: T) => JSON.stringify(item)) {
      const chance = (item: T) => chanceOf(`${seed} ${nameOf(item)}`);
      const drawn = items.filter((item) => chance(item) < 1 / parts);
      return drawn.length > 0 ? drawn : items.toSorted((one, other) => chance(one) - chance(other)).slice(0, 1);
    },
    times: (parts, whole) => Math.ceil(whole / parts),
    range: (parts, first, last) => count(first + Math.floor(chanceOf(seed) * parts), last, parts),
  };
}

function* count(from: number, to: number, step: number): Generator<number> {
  for (let number = from; number <= to; number += step) yield number;
}

/** By `TEST_SAMPLE`. */
export const sampler = createSampler(process.env.TEST_SAMPLE);

/** From 0 up to, and without, 1. */
const chanceOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
