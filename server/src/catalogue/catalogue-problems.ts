/** What is wrong with one row; `at` orders them as the file does. */
export type Problem = { at: number; place: string; reason: string };

/** The catalogue cannot be taken as it is. Holds every reason, in the order of the file; nothing was changed. */
export class BadCatalogue extends Error {
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.length === 1 ? 'There is 1 problem.' : `There are ${problems.length} problems.`);
    this.problems = problems.toSorted((left, right) => left.at - right.at);
  }
}
