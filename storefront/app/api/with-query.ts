import type { Asked, Asks } from '#contract/calls.ts';
import { writeQuery } from '#contract/filter-words.ts';

/** A path with what a call is asked; what is undefined is left out. */
type WithQuery = <const P extends string>(path: P, asks: Asks<P>) => `${P}?${Asked}`;

function addQuery(path: string, asks: object): string {
  const given = Object.entries(asks).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `${path}?${writeQuery(new URLSearchParams(given))}` : path;
}

// Past `never`: to compare with what every call may be asked costs the compiler four seconds.
export const withQuery: WithQuery = addQuery as never;
