/** Repeats a character as often as it fits into so many bytes. */
const fill = (sign: string) => (bytes: number) => sign.repeat(Math.floor(bytes / Buffer.byteLength(sign)));
/** The same, cut to the most characters that pass the first check of the length of a field. */
const upTo = (most: number, text: (bytes: number) => string) => (bytes: number) => text(bytes).slice(0, most);

const HIGH = '\u0344';
const LOW = '\u0327';

/** One letter with marks in the order that takes longest to sort: each of the second half passes all of the first. */
const heapOf = (most: number) => (bytes: number) => {
  const each = Math.floor(Math.min((bytes - 1) / 2, most - 1) / 2);
  return `a${HIGH.repeat(each)}${LOW.repeat(each)}`;
};

export const plainText = fill('a');

/** Texts that something in the shop might take longer over the longer they are: quadratic steps, not large ones. */
export const COSTLY_TEXTS: Record<string, (bytes: number) => string> = {
  'a heap of marks on one letter': heapOf(Number.POSITIVE_INFINITY),
  'a heap of marks that a gift note has room for': heapOf(5_990),
  'a heap of marks that a review has room for': heapOf(3_990),
  'marks of two kinds in turn': (bytes) => `a${fill(HIGH + LOW)(bytes - 1)}`,
  'as many marks on each letter as are taken': upTo(5_990, fill(`a${HIGH.repeat(15)}${LOW.repeat(15)}`)),
  'signs that become marks in another form': fill(`${'\uff9e'.repeat(40)}${'\u0334'.repeat(20)}`),
  'signs that become eighteen letters each': fill('\ufdfa'),
  spaces: fill(' '),
  'spaces before a letter': (bytes) => `${fill(' ')(bytes - 1)}a`,
  'line breaks of two signs': fill('\r\n'),
  'an address of many dots': (bytes) => `a@${fill('a.')(bytes - 2)}`,
  'an address of many hyphens': (bytes) => `a@${fill(`${'a-'.repeat(30)}a.`)(bytes - 3)}1`,
  'an address of many tags': fill('+'),
  'an address of letters that domains rewrite': (bytes) => `a@${fill('ü.')(bytes - 2)}`,
  flags: fill('🇬🇧'),
  'half of flags': (bytes) => fill('🇬')(bytes),
  'one endless family': fill('👩\u200d'),
  'halves of characters': fill('\ud800'),
  'direction marks': fill('\u202e'),
  'tags without a flag': fill('\u{e0067}'),
  slashes: (bytes) => `a${fill('/')(bytes - 3)}a/`,
  'words of one letter': fill('a '),
  percents: fill('%'),
  'the parts of a token': fill('AA.'),
  'codings that are refused': fill('br;q=0.0,'),
  quotes: fill('"'),
};

/** The same for JSON that is no text. Each gives a value of at most so many bytes. */
export const COSTLY_VALUES: Record<string, (bytes: number) => string> = {
  'a number of many digits': fill('1'),
  'a fraction of many digits': (bytes) => `0.${fill('1')(bytes - 2)}`,
  'a list of many numbers': (bytes) => `[${fill('0,')(bytes - 3)}0]`,
  'a list of many objects': (bytes) => `[${fill('{},')(bytes - 4)}{}]`,
  'a list in a list, deep down': (bytes) => fill('[')(bytes / 2) + fill(']')(bytes / 2),
  'an object of many keys': (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 13) }, (_, key) => `"key${key}":1`)}}`,
  'names that a parser is wary of': (bytes) => `[${fill('"__proto_",')(bytes - 15)}1]`,
};
