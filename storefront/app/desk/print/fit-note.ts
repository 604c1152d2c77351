/** How a note is set: the size in whole points, and in how many columns. The stylesheet has a class for each. */
export type Fitted = { points: number; columns: number };

type Space = { widthMm: number; heightMm: number; largest: number };

const MM_PER_POINT = 0.3528;
export const NOTE_LINE_HEIGHT = 1.4;
const SMALLEST = 4;
const MOST_COLUMNS = 4;
/** Lines end at words, and are balanced. */
const FILLED = 0.86;

/** Signs as wide as they are high: Chinese, Japanese, Korean, emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff00-\uff60]/u;
const NARROW = /[ilj.,:;'’!|\s]/;
const CAPITAL = /\p{Lu}/u;

/** Signs of which each stands by itself. */
const PLAIN = /^[ -~£’]*$/;

let clusters: Intl.Segmenter | undefined;

/** About how wide a line is, in ems. Rather too wide than too narrow. */
function emsOf(line: string): number {
  let ems = 0;
  if (PLAIN.test(line)) {
    for (const sign of line) ems += emOf(sign);
    return ems;
  }
  clusters ??= new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
  for (const { segment } of clusters.segment(line)) ems += emOf(segment);
  return ems;
}

function emOf(cluster: string): number {
  if (WIDE.test(cluster)) return 1.3;
  if (NARROW.test(cluster)) return 0.32;
  return CAPITAL.test(cluster) ? 0.82 : 0.56;
}

/** The lines of a note as it is printed: no tabs, no more than one empty line after another. */
export const tidyNote = (note: string): string =>
  note
    .replaceAll('\t', ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/**
 * The largest size in which a note fits its space, by a careful estimate: fonts of other scripts are the system's own. Notes of
 * hundreds of lines go into columns rather than over the edge.
 */
export function fitNote(note: string, { widthMm, heightMm, largest }: Space): Fitted {
  const widths = note.split('\n').map(emsOf);
  for (let columns = 1; columns <= MOST_COLUMNS; columns += 1) {
    for (let points = largest; points >= (columns === MOST_COLUMNS ? SMALLEST : 6); points -= 1) {
      const lines = sumLines(widths, widthMm / columns, points);
      if (Math.ceil(lines / columns) * points * MM_PER_POINT * NOTE_LINE_HEIGHT <= heightMm) return { points, columns };
    }
  }
  return { points: SMALLEST, columns: MOST_COLUMNS };
}

function sumLines(widths: readonly number[], widthMm: number, points: number): number {
  const perLine = (widthMm / (points * MM_PER_POINT)) * FILLED;
  return widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / perLine)), 0);
}

/** About how many lines words fill in a size, rather too many than too few. */
export const countLines = (words: string, widthMm: number, points: number): number =>
  sumLines([emsOf(words)], widthMm, points);

export const classOf = ({ points, columns }: Fitted): string =>
  columns === 1 ? `points-${points}` : `points-${points} columns-${columns}`;
