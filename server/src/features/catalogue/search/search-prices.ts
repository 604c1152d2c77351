import { PRICE_BANDS } from '#contract/filter-words.ts';
import { formatPounds } from '#contract/money.ts';

/** What a search says beside flowers, colours and occasions. */
export type Narrowed = { words: string[]; labels: string[]; fromPence?: number; belowPence?: number };
type Price = { label: string; fromPence?: number; belowPence?: number };

const CHEAP = new Set(['cheap', 'cheaper', 'cheapest', 'budget', 'inexpensive', 'affordable']);
/** `40`, or `40p50` for what was written as 40.50, and the currency behind it. */
const SUM = String.raw`(\d{1,4}(?:p\d\d)?)(?: pound| quid)?`;
const wordsThen = (before: string) => new RegExp(`^(?:${before}) ${SUM}(?= |$)`);
const BELOW = wordsThen('under|below|less than|cheaper than');
const UP_TO = wordsThen('up to|max|maximum|at most');
const ABOVE = wordsThen('over|above|more than');
const FROM = wordsThen('from|at least|min|minimum');
const BETWEEN = new RegExp(`^(?:between|from) ${SUM} (?:(?:and|to) )?${SUM}(?= |$)`);
/** `£30-£50` is all that is said; with other words two numbers may count something else. */
const RANGE = /^(\d{2,4}(?:p\d\d)?)(?: to| and)? (\d{2,4}(?:p\d\d)?)(?: pound| quid)?$/;
/** `£30` says what one wants to spend. With other words a number alone may count something else: `24 roses`. */
const ALONE = /^(?:about |around )?(\d{2,4}(?:p\d\d)?)(?: pound| quid)?$/;
const POUNDS = /^(\d{1,4}(?:p\d\d)?) (?:pound|quid)(?= |$)/;
/** Every bouquet comes on the next day that there is, and none on the same. */
const NEXT_DAY = /^(?:(?:next|same) ?day(?: delivery)?|tomorrow|today)(?= |$)/;

/** Words are split at full stops: a sum with pence stays one word, `40p50`. */
export const joinPence = (search: string): string => search.replaceAll(/(\d)[.](\d\d)(?!\d)/g, '$1p$2');

/** Takes prices, and the wish for the next day, out of the words of a search. */
export function narrow(words: string[]): Narrowed {
  for (const [place, word] of words.entries()) {
    const rest = words.slice(place).join(' ');
    const read =
      readPrice(rest, place === 0) ?? (CHEAP.has(word) ? { said: word, ...CHEAPEST } : undefined) ?? readSoon(rest);
    if (!read) continue;
    const { said, label, ...bounds } = read;
    const others = narrow([...words.slice(0, place), ...words.slice(place + said.split(' ').length)]);
    // What is said first counts, should two contradict each other.
    return { ...others, ...bounds, labels: [label, ...others.labels] };
  }
  return { words, labels: [] };
}

function readPrice(rest: string, isFirst: boolean): (Price & { said: string }) | undefined {
  const [range, ...ends] = BETWEEN.exec(rest) ?? (isFirst ? RANGE.exec(rest) : null) ?? [];
  if (range) {
    const [low = 0, high = 0] = ends.map(toPence).toSorted((left, right) => left - right);
    return { said: range, label: `${sumWords(low)} to ${sumWords(high)}`, fromPence: low, belowPence: high + 1 };
  }
  const readings: [RegExpExecArray | null, (pence: number) => Price][] = [
    [BELOW.exec(rest), (pence) => ({ label: `under ${sumWords(pence)}`, belowPence: pence })],
    [ABOVE.exec(rest), (pence) => ({ label: `over ${sumWords(pence)}`, fromPence: pence + 1 })],
    [FROM.exec(rest), (pence) => ({ label: `from ${sumWords(pence)}`, fromPence: pence })],
    [
      UP_TO.exec(rest) ?? (isFirst ? ALONE.exec(rest) : null) ?? POUNDS.exec(rest),
      (pence) => ({ label: `up to ${sumWords(pence)}`, belowPence: pence + 1 }),
    ],
  ];
  for (const [[said, sum] = [], toPrice] of readings.map(([found, toPrice]) => [found ?? [], toPrice] as const)) {
    if (said && sum) return { said, ...toPrice(toPence(sum)) };
  }
  return undefined;
}

function readSoon(rest: string): (Price & { said: string }) | undefined {
  const [said] = NEXT_DAY.exec(rest) ?? [];
  return said ? { said, label: 'from the next day on' } : undefined;
}

function toPence(sum: string): number {
  const [pounds, pence = 0] = sum.split('p').map(Number);
  return (pounds ?? 0) * 100 + pence;
}

const sumWords = (pence: number): string => formatPounds(pence / 100).replace('.00', '');

const cheapest = Number(/(\d+)$/.exec(PRICE_BANDS[0].name)?.[1] ?? 0) * 100;
const CHEAPEST: Price = { label: `under ${sumWords(cheapest)}`, belowPence: cheapest };
