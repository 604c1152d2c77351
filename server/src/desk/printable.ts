import { formatDay, londonDay } from '#contract/delivery.ts';

/**
 * What cannot be seen, and what makes text look like something else: controls, marks that turn the direction of writing,
 * halves of characters. The joiners within words and families of faces are harmless.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const JOINERS = ['\u200c', '\u200d'];

/** People's text as it may stand on a terminal, which obeys control characters: those are written out as `\u{1b}`. */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, (sign) =>
    JOINERS.includes(sign) ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

/** The same for text of several lines, each of them indented. */
export const printableLines = (text: string, indent: string): string[] =>
  text.split('\n').map((line) => indent + printable(line));

const londonTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** 'Monday 16 November at 09:46', by the clock in London. */
export const formatMoment = (at: Date): string => `${formatDay(londonDay(at))} at ${londonTime.format(at)}`;
