import { isMisspelling } from './is-misspelling.ts';
import { toWords } from './word-forms.ts';

/** What people ask for by other words than the catalogue has, in the singular, and the words that it may have for them. */
const SYNONYMS: Record<string, string> = Object.fromEntries(
  Object.entries({
    thankyou:
      'mum mummy mother mothering motheringsunday mam gran granny grandma grandmother nan nana dad father teacher',
    // `Sorry for your` is said to the bereaved before `loss` is typed.
    sympathy:
      'funeral condolence bereavement bereaved memorial remembrance mourning wake wreath loss sorryforyour death died dead passing grief grieving',
    anniversary: 'valentine love romance romantic wife husband girlfriend boyfriend darling',
    congratulations: 'congrats graduation exam promotion engagement engaged retirement retiring housewarming newhome',
    getwell: 'hospital ill poorly recovery',
    newbaby: 'birth newborn christening',
    justbecause: 'sorry apology apologise friend surprise',
  }).flatMap(([meant, words]) => words.split(' ').map((word) => [word, meant])),
);

export const synonymOf = (word: string): string | undefined => SYNONYMS[word];

/** Mourning is read before all else: nobody who lost a friend is to read `Just because`. */
export const MOURNING = 'sympathy';

/** Words that ask for flowers, but for none in particular: said alone, all bouquets answer. */
const GENERAL = new Set(
  toWords(
    'flowers bouquets bunch fresh gift present something anything nice lovely pretty beautiful gorgeous special arrangement blooms floral florist delivery delivered deliver',
  ),
);

/** Words that narrow nothing down, as in `a bunch of deep red roses for her`. */
const NOISE = new Set([
  ...GENERAL,
  ...toWords(
    'a about all an and any at best bright buy by can dark day deep for from get good happy have hear her him his hot i im in is it just light looking me my need new of on online or order pale please popular say send so soft some that the their this to us very want we with you your',
  ),
]);

export const isNoise = (word: string): boolean => NOISE.has(word);

/** Also where the owner has called a category so: all that the shop sells are flowers and bouquets. */
export const isAnyBouquet = (word: string): boolean => isMisspelling(word, 'flower') || isMisspelling(word, 'bouquet');

export const isGeneral = (word: string): boolean => GENERAL.has(word) || isAnyBouquet(word);

const byWord = (said: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(said).flatMap(([label, words]) => toWords(words).map((word) => [word, label])));

/** Occasions that no bouquet is marked with, unless the owner marks some, and what is said of it beside those that are shown. */
const UNMARKED = byWord({
  'though none just for a wedding': 'wedding bride bridal bridesmaid',
  'though none just for Christmas': 'christmas xmas',
  'though none just for Easter': 'easter',
  'though none just for a party': 'party prom',
});

/** What is chosen elsewhere than in a search. */
const CHOSEN_LATER = byWord({
  'in the sizes we tie': 'small little mini petite medium large big huge',
  'for the day you choose': 'monday tuesday wednesday thursday friday saturday sunday weekend',
});

export const unmarkedOccasion = (word: string): string | undefined => UNMARKED[word];
export const chosenLater = (word: string): string | undefined => CHOSEN_LATER[word];
