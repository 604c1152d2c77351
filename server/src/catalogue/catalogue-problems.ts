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
