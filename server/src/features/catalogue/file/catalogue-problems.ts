/** What is wrong with one row; `position` sorts problems in the order of the file. */
export type Problem = { position: number; location: string; reason: string };

/** The catalogue cannot be imported as it is. Holds every problem, in the order of the file; nothing was changed. */
export class BadCatalogue extends Error {
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.length === 1 ? 'There is 1 problem.' : `There are ${problems.length} problems.`);
    this.problems = problems.toSorted((left, right) => left.position - right.position);
  }
}

/** Ten times the largest shop. A row is a few bytes, and what is made of it a thousand times as many. */
export const MOST_ROWS = 100_000;

export function requireFewRows(count: number): void {
  if (count <= MOST_ROWS) return;
  const reason = `has more than ${MOST_ROWS.toLocaleString('en-GB')} rows`;
  throw new BadCatalogue([{ position: 0, location: 'the file', reason }]);
}
