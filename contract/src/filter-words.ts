/** The colours that a bouquet can be of; its stems tell which. */
export const COLOURS = [
  'pink',
  'red',
  'white',
  'yellow',
  'orange',
  'purple',
  'blue',
  'green',
  'peach',
  'coral',
] as const;

/** What the standard size costs, in pounds; the lower end belongs to a band, the upper one to the next. */
export const PRICE_BANDS = [
  { name: 'under-35', words: 'Under £35' },
  { name: '35-50', words: '£35 to £49' },
  { name: '50-70', words: '£50 to £69' },
  { name: 'from-70', words: '£70 and over' },
] as const;

/** Each flower more is one more list for the index to read. */
export const MOST_FLOWERS = 8;

/** As people read it: a comma may stand in an address as it is. */
export const writeQuery = (query: URLSearchParams): string => String(query).replaceAll('%2C', ',');
