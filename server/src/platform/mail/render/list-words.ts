const LIST = new Intl.ListFormat('en-GB');

/** `the day, the address and the card` */
export const listWords = (words: readonly string[]): string => LIST.format(words);
