import { BLANK, MISSING, nameBlank } from '#contract/blank-words.ts';

/** By what the API calls a field of the desk's forms; those that the shop has as well are worded there. */
const WORDS: Record<string, string> = {
  name: 'Enter a name.',
  category: 'Enter a category.',
  occasions: 'An occasion has no name.',
  desc: 'Say in one line what it is.',
  description: 'Describe it in a few words.',
  size: 'Say in words how large it is.',
  presentation: 'Say how it is wrapped.',
  care: 'Say how it is cared for.',
  pictures: 'Say of each photo what it shows.',
  stems: 'Name the flower in each line of the recipe.',
  large: 'Name the flower in each line of its recipe.',
  grand: 'Name the flower in each line of its recipe.',
  item_code: 'Enter an item code.',
  flower: 'Name the flower.',
  instead: 'Name the flower that goes in instead.',
  why: 'Say why it cannot be tied.',
  words: 'Write a few words.',
  reason: 'Say why.',
  street: 'Enter a street.',
  postcode: 'Enter a postcode.',
  number: 'Enter a number.',
  carrier_number: 'Enter the number of the carrier.',
  leaves_at: 'Enter a time.',
};

/** What the desk shows for a field: its own name if nothing is in it, otherwise the message. */
export const nameDeskBlank = (field: string, message: string): string =>
  message === BLANK || message === MISSING ? (WORDS[field] ?? nameBlank(field, message)) : message;
