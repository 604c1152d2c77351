/** With what marks a line, no longer than mail may carry as it is. */
const MOST_CHARACTERS = 76;

/**
 * Plain text in short lines, for programs that wrap nothing. A space at the end of a line says that the next belongs to it, so that
 * others wrap them to their own width (RFC 3676, `format=flowed`); no word is broken.
 */
export const flowText = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => foldLine(line.trimEnd()))
    .map((line) => (LOOKS_SPECIAL.test(line) ? ` ${line}` : line))
    .join('\n');

/** A quotation, or the beginning of a letter in a mailbox of many: a space more says that it is neither. */
const LOOKS_SPECIAL = /^(?: |>|From )/;

function foldLine(line: string): string[] {
  const folded = [''];
  for (const word of line.split(/(?<= )/)) {
    const last = folded.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= MOST_CHARACTERS) folded.push(word);
    else folded[folded.length - 1] = last + word;
  }
  return folded;
}
