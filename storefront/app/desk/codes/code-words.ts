import { formatDay } from '#contract/delivery.ts';
import type { CodeState, DeskCode } from '#contract/desk-codes.ts';
import { formatPounds } from '#contract/money.ts';

export const sayGives = ({ kind, value }: Pick<DeskCode, 'kind' | 'value'>): string =>
  ({ percent: `${value} % off`, pounds: `${formatPounds(value)} off`, 'free delivery': 'Free delivery' })[kind];

/** For whom it is. */
export function sayFor({ least, first_order, each }: DeskCode): string {
  const words = [
    first_order ? 'First order' : undefined,
    least === null ? undefined : `Orders from ${formatPounds(least)}`,
    each === null ? undefined : each === 1 ? 'Once each' : `${each} times each`,
  ].filter(Boolean);
  return words.length > 0 ? words.join(', ') : 'Everything';
}

const withYear = (day: string) => `${formatDay(day, 'short').slice(4)} ${day.slice(0, 4)}`;

export const sayWhen = ({ from, until }: DeskCode): string =>
  from === null && until === null
    ? 'No end'
    : `${from === null ? 'At once' : withYear(from)} – ${until === null ? 'no end' : withYear(until)}`;

export const sayUsed = ({ used, uses }: DeskCode): string => `${used} of ${uses ?? '∞'}`;

const STATES: Record<CodeState, string> = {
  open: 'Open',
  'to come': 'Starts',
  'used up': 'Used up',
  over: 'Over',
  ended: 'Ended',
};

export const sayState = ({ state, from }: DeskCode): string =>
  state === 'to come' && from !== null ? `Starts ${formatDay(from, 'short').slice(4)}` : STATES[state];

/** Words that read well aloud and are not mistaken for each other; no 0, O, 1, I. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code that nobody guesses. */
export function makeUpCode(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(8));
  const signs = [...numbers].map((number) => SIGNS[number % SIGNS.length]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}
