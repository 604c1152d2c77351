/**
 * The only place that puts text into a Unicode form. Normalising sorts the marks on each letter and takes quadratic
 * time over a long run of them: 32,000 block the whole shop for two seconds. So the length is checked first, and then
 * the runs.
 */

/**
 * Composing joins at most four code units into one, so a text of allowed length has at most four times as many before.
 */
export const SENT_PER_SIGN = 4;

/**
 * More marks in a row than Unicode's stream-safe text has; no language comes near. The two beyond `\p{M}` are letters
 * that become marks in the compatibility form; a test looks for others.
 */
const HEAP = /[\p{M}\uff9e\uff9f]{31}/u;

/** Whether so many marks stand on one letter that it cannot be text. */
export const hasMarkRuns = (text: string): boolean => HEAP.test(text);

/** The normalised text; undefined if it is longer than this before, or has a run of marks. Takes linear time. */
export function normalise(form: 'NFC' | 'NFKC', text: string, mostSent: number): string | undefined {
  if (text.length > mostSent || hasMarkRuns(text)) return undefined;
  return text.normalize(form);
}

/** The length of a text once normalised and trimmed; one that is far too long is counted as it is. */
export const storedLength = (text: string, maxLength: number): number =>
  (normalise('NFC', text, SENT_PER_SIGN * maxLength) ?? text).trim().length;
