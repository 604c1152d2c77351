import { PRICE_BANDS } from '#contract/filter-words.ts';
import { formatPounds } from '#contract/money.ts';

/** What people ask for by other words than the catalogue has, in the singular, and the words that it may have for them. */
const SYNONYMS: Record<string, string> = Object.fromEntries(
  Object.entries({
    thankyou: 'mum mummy mother mam gran granny grandma grandmother nan nana dad father teacher',
    sympathy: 'funeral condolence bereavement bereaved memorial remembrance mourning wake wreath loss',
    anniversary: 'valentine love romance romantic wife husband girlfriend boyfriend darling',
    congratulations: 'congrats graduation exam promotion',
    getwell: 'hospital ill poorly recovery',
    newbaby: 'birth newborn christening',
    justbecause: 'sorry apology apologise friend surprise',
  }).flatMap(([meant, words]) => words.split(' ').map((word) => [word, meant])),
);

export const synonymOf = (word: string): string | undefined => SYNONYMS[word];

/** What a search says beside flowers, colours and occasions. */
export type Narrowed = { words: string[]; label?: string; belowPence?: number };

const CHEAP = new Set(['cheap', 'cheapest', 'budget', 'inexpensive', 'affordable']);
/** `under 40`, `less than £40`. */
const BELOW = /^(?:under|below|(?:les|less) than) (\d{1,4})(?: pound| quid)?(?= |$)/;
const UP_TO = /^(?:up to|max|maximum) (\d{1,4})(?: pound| quid)?(?= |$)/;
/** `£30` says what one wants to spend. With other words a number alone may count something else: `24 roses`. */
const SUM = /^(?:about |around )?(\d{2,4})(?: pound| quid)?$/;
const POUNDS = /^(\d{1,4}) (?:pound|quid)(?= |$)/;
/** Every bouquet comes on the next day that there is, and none on the same. */
const NEXT_DAY = /^(?:(?:next|same) ?day(?: delivery)?|tomorrow|today)(?= |$)/;

/** Takes a price, or the wish for the next day, out of the words of a search. */
export function narrow(words: string[]): Narrowed {
  for (const [place, word] of words.entries()) {
    const rest = words.slice(place).join(' ');
    const without = (said: string) => [...words.slice(0, place), ...words.slice(place + said.split(' ').length)];
    const [below, underPounds] = BELOW.exec(rest) ?? [];
    if (below) return { words: without(below), ...toPrice('under', Number(underPounds), 0) };
    const [upTo, mostPounds] = UP_TO.exec(rest) ?? (place === 0 ? SUM.exec(rest) : null) ?? POUNDS.exec(rest) ?? [];
    if (upTo) return { words: without(upTo), ...toPrice('up to', Number(mostPounds), 1) };
    const [soon] = NEXT_DAY.exec(rest) ?? [];
    if (soon) return { words: without(soon), label: 'from the next day on' };
    const [, cheapest = ''] = /(\d+)$/.exec(PRICE_BANDS[0].name) ?? [];
    if (CHEAP.has(word)) return { words: without(word), ...toPrice('under', Number(cheapest), 0) };
  }
  return { words };
}

const toPrice = (words: string, pounds: number, pence: 0 | 1) => ({
  label: `${words} ${formatPounds(pounds).replace('.00', '')}`,
  belowPence: pounds * 100 + pence,
});
