/** A test by the file it stands in and its name; `describe › test` where the name alone stands there twice. */
export type Shown = { file: string; name: string };

/** One thing that was asked for, in our own words, and the tests that would fail if it were not so. */
export type Demand = { id: string; demand: string; tests: readonly [Shown, ...Shown[]] };

/** A part of what was asked for. Its rows are numbered from one, without a gap, up to `last`. */
export type Part = { title: string; prefix: `§${number}.` | 'D' | 'G'; last: number; demands: readonly Demand[] };

/** Names the tests of one file. */
export const inFile =
  (file: string) =>
  (name: string): Shown => ({ file, name });
