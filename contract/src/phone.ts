/** Separators between digits. */
const BETWEEN = /[\s().\-–/]/g;
const EXTENSION = /\s*(?:ext\.?|x|#)\s*\d{1,6}$/i;
/** `(0)` is dialled only within the country; after a country code it is left out. */
const TRUNK_ZERO = /^((?:\+|00)[\d\s]*)\(0\)/;

/** Ten digits after the zero; nine in a few old towns and for a few free numbers. */
const OF_THE_UK = /^(?:0|\+44)(?:[1-9]\d{9}|1\d{8}|[58]00\d{6})$/;
/** A country's number and the rest: at most 15 digits by E.164, and hardly ever fewer than eight. */
const ELSEWHERE = /^\+(?!44)[1-9]\d{7,14}$/;

/** Whether this reads like a number that can be rung: one of the United Kingdom, or any with its country's number. */
export function isPhone(typed: string): boolean {
  const number = typed
    .trim()
    .replace(EXTENSION, '')
    .replace(TRUNK_ZERO, '$1')
    .replaceAll(BETWEEN, '')
    .replace(/^00/, '+');
  return [OF_THE_UK, ELSEWHERE].some((shape) => shape.test(number));
}
