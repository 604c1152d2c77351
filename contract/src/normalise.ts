/**
 * The only place that puts text into a Unicode form. Normalising sorts the marks on each letter and takes quadratic time over
 * a long row of them: 32,000 hold the whole shop up for two seconds. So the length is looked at first, and then the rows.
 */

/** Composing makes four signs one at the most, so a text of allowed length is sent with four times as many at the most. */
export const SENT_PER_SIGN = 4;

/**
 * More marks in a row than Unicode's stream-safe text has; no language comes near. The two beyond `\p{M}` are letters that
 * become marks in the compatibility form; a test looks for others.
 */
const HEAP = /[\p{M}\uff9e\uff9f]{31}/u;

/** Whether so many marks stand on one letter that it cannot be text. */
export const hasMarkRuns = (text: string): boolean => HEAP.test(text);

/** The text in one form; undefined for one that is longer than this as it was sent, or heaped. Takes linear time. */
export function normalise(form: 'NFC' | 'NFKC', text: string, mostSent: number): string | undefined {
  if (text.length > mostSent || hasMarkRuns(text)) return undefined;
  return text.normalize(form);
}

/** How long a text counts that is kept in one form and without space around it; one far too long counts as it is. */
export const storedLength = (text: string, maxLength: number): number =>
  (normalise('NFC', text, SENT_PER_SIGN * maxLength) ?? text).trim().length;
