/**
 * Invisible characters and those that make text look like something else: controls, direction marks, lone surrogates.
 * The joiners within words and emoji are harmless.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const JOINERS = ['\u200c', '\u200d'];

/** People's text for a terminal, which obeys control characters: those are written as `\u{1b}`. */
export function printable(text: string): string {
  return text.replaceAll(INVISIBLE, (sign) =>
    JOINERS.includes(sign) ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

/** The same for text of several lines, each of them indented. */
export const printableLines = (text: string, indent: string): string[] =>
  text.split('\n').map((line) => indent + printable(line));
