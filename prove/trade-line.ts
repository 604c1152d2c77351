import { figure } from '../bench/table.ts';
import type { Trade } from './buy-under.ts';
import type { Line } from './proof.ts';

/** What came of a trade, as a line of the table. An answer of the 500s that is not an honest 503 is broken too. */
export const toLine = (what: string, { orders, harms, seconds, violations, answers }: Trade): Line => ({
  what,
  tried: orders.length,
  faults: harms,
  lost: [...violations, ...answers.failures],
  figures: [
    `${answers.answers.toLocaleString('en-GB')} answers`,
    `${answers.refused} told to come back`,
    `slowest ${figure(answers.slowestMs / 1000)} s`,
    `books agree after ${figure(seconds)} s`,
  ].join(', '),
});
