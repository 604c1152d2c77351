import { createHash } from 'node:crypto';

/** Chances that only the seed decides. */
export type Random = {
  /** From 0 up to, and without, 1. */
  roll(): number;
  /** A whole number of the range, both ends included. */
  between(least: number, most: number): number;
  oneOf<T>(choices: readonly T[]): T;
};

export function createRandom(seed: string | number): Random {
  let count = 0;
  const roll = () => {
    const bytes = createHash('sha256').update(`${seed} ${count++}`).digest();
    return bytes.readUInt32BE() / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1));
  return { roll, between, oneOf: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number] };
}
