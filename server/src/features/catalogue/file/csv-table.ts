import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { BadCatalogue, MOST_ROWS, type Problem, requireFewRows } from './catalogue-problems.ts';
import type { RawCatalogue } from './raw-catalogue.ts';

/**
 * The beginning of what a spreadsheet would run as a formula, also behind a semicolon, a tab or the end of a line: where the comma is the
 * decimal sign those separate cells and rows, whatever is quoted.
 */
const FORMULA = /(^|[;\t\r\n])('*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])/g;
const ESCAPED = /(^|[;\t\r\n])'('*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])/g;

/** An apostrophe before it makes it text. Where one stands already another is added: reading removes exactly one. */
export const escapeCell = (cell: string): string => cell.replaceAll(FORMULA, "$1'$2");
const unescapeCell = (cell: string): string => cell.replaceAll(ESCAPED, '$1$2');

/** The cells of a row by their headings; a column that the file lacks is not among them. */
export type Cells = Record<string, string>;

type Columns = { required: readonly string[]; known: readonly string[] };

/** Reads a spreadsheet with one entry per row. */
export function parseTable(text: string, wanted: Columns, toValue: (cells: Cells) => unknown): RawCatalogue {
  const [header, ...records] = readRecords(text.replace(/\r\n?/g, '\n'));
  const columns = (header?.cells ?? []).map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const problems = checkColumns(columns, wanted, header?.line ?? 1);
  if (problems.length > 0) throw new BadCatalogue(problems);
  requireFewRows(records.length);

  const rows = records
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({
      position: line,
      location: `line ${line}`,
      value: toValue(Object.fromEntries(columns.map((column, index) => [column, unescapeCell(cells[index] ?? '')]))),
      ...(cells.slice(columns.length).some((cell) => cell.trim() !== '') && {
        fault: describeOverflow(cells, columns),
      }),
    }));
  return { rows, unknown: columns.filter((column) => column !== '' && !wanted.known.includes(column)) };
}

const describeOverflow = (cells: string[], columns: string[]) =>
  `has ${cells.length} cells under ${columns.length} headings: put text that holds commas in double quotes`;

/** Spreadsheets need the byte order mark to read the pound sign and every letter beyond English. */
export function writeTable(columns: string[], rows: Cells[]): string {
  const options = { columns, header: true, bom: true, record_delimiter: '\r\n' };
  const escaped = rows.map((cells) =>
    Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, escapeCell(cell)])),
  );
  // By default the library quotes cells with `\r\n`, which ends its records, but not those with a plain `\n`.
  return stringify(escaped, { ...options, quoted_match: /[\n;\t]/ });
}

function readRecords(text: string): { line: number; cells: string[] }[] {
  // Some spreadsheets separate cells by semicolons or tabs; no heading of ours contains either.
  const heading = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const delimiter = [',', ';', '\t'].find((mark) => heading.includes(mark)) ?? ',';
  try {
    const relaxed = { relax_column_count: true, relax_quotes: true };
    const options = { delimiter, info: true, ...relaxed, record_delimiter: '\n', to: MOST_ROWS + 2 };
    // The types of csv-parse do not know what `info: true` returns.
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    // Each record begins on the line after the end of the one before.
    return records.map(({ record }, index) => ({ line: (records[index - 1]?.info.lines ?? 0) + 1, cells: record }));
  } catch (error) {
    const line = Number((error as { lines?: number }).lines ?? 1);
    throw new BadCatalogue([{ position: line, location: `line ${line}`, reason: (error as Error).message }]);
  }
}

function checkColumns(columns: string[], { required, known }: Columns, line: number): Problem[] {
  const missing = required.filter((column) => !columns.includes(column));
  const twice = known.filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
  return [
    ...missing.map((column) => ({
      position: line,
      location: `line ${line}`,
      reason: `the column ${column} is missing`,
    })),
    ...twice.map((column) => ({ position: line, location: `line ${line}`, reason: `${column} stands twice` })),
  ];
}
