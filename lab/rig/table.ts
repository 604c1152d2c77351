export type Table = { title: string; columns: string[]; rows: string[][]; notes?: string[] };

/** As Markdown that also reads well in a terminal: the first column to the left, the others to the right. */
export function toText({ title, columns, rows: untrimmed, notes = [] }: Table): string {
  const rows = untrimmed.map((row) => row.map((cell) => cell.trim()));
  const widths = columns.map((_, place) => Math.max(3, ...[columns, ...rows].map((row) => lengthOf(row[place]))));
  const line = (cells: string[]) =>
    `| ${widths.map((width, place) => pad(cells[place] ?? '', width, place > 0)).join(' | ')} |`;
  const rule = line(widths.map((width, place) => (place > 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))));
  const body = rows.length > 0 ? [line(columns), rule, ...rows.map(line)] : ['Nothing.'];
  return [`### ${title}`, '', ...body, '', ...notes.flatMap((note) => [note, ''])].join('\n');
}

const lengthOf = (cell: string | undefined) => [...(cell ?? '')].length;

function pad(cell: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(cell)));
  return right ? `${space}${cell}` : `${cell}${space}`;
}

/** A number for a table: whole from a hundred on, with two or three figures below. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export const ratio = (value: number, beside: number): string => `${figure(value / beside)}×`;

/** A figure beside its aim: ✓ when it is reached. */
export const against = (text: string, isReached: boolean): string => `${text} ${isReached ? '✓' : '✗'}`;
