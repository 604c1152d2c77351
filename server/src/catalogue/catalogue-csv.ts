import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { BadCatalogue, type Problem } from './catalogue-problems.ts';
import { type CatalogueRow, writePounds } from './catalogue-row.ts';
import type { RawCatalogue } from './raw-catalogue.ts';

const TEXTS = ['item_code', 'name', 'category', 'price', 'desc', 'description', 'size', 'presentation', 'care'];
const PICTURES = [1, 2, 3, 4, 5, 6];
const pictureColumns = (howMany: number) =>
  PICTURES.slice(0, howMany).flatMap((number) => [`picture_${number}`, `alt_${number}`]);

const REQUIRED = [...TEXTS, 'occasions', 'stems', ...pictureColumns(1)];
const MEASURES = ['height_cm', 'width_cm'];
const KNOWN = [...TEXTS, ...MEASURES, 'occasions', 'stems', 'status', ...pictureColumns(PICTURES.length)];

/** The beginning of what a spreadsheet would run as a formula. */
const FORMULA = /^'*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/**
 * An apostrophe before such a cell makes it text. A cell that has one already gets another: reading removes exactly
 * one.
 */
const escapeCell = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);
const unescapeCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

type Cells = Record<string, string>;

/** A spreadsheet with one bouquet per row; catalogue-file.ts describes the cells. */
export function parseCsv(text: string): RawCatalogue {
  const [header, ...records] = readRecords(text.replace(/\r\n?/g, '\n'));
  const columns = (header?.cells ?? []).map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const problems = checkColumns(columns, header?.line ?? 1);
  if (problems.length > 0) throw new BadCatalogue(problems);

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
  return { rows, unknown: columns.filter((column) => column !== '' && !KNOWN.includes(column)) };
}

const describeOverflow = (cells: string[], columns: string[]) =>
  `has ${cells.length} cells under ${columns.length} headings: put text that holds commas in double quotes`;

/** Spreadsheets need the byte order mark to read the pound sign and every letter beyond English. */
export function writeCsv(rows: CatalogueRow[]): string {
  const mostPictures = Math.max(2, ...rows.map(({ pictures }) => pictures.length));
  const columns = [...TEXTS, ...MEASURES, 'occasions', 'stems', 'status', ...pictureColumns(mostPictures)];
  const options = { columns, header: true, bom: true, record_delimiter: '\r\n' };
  // By default the library quotes cells with `\r\n`, which ends its records, but not those with a plain `\n`.
  return stringify(rows.map(toEscapedCells), { ...options, quoted_match: /\n/ });
}

function readRecords(text: string): { line: number; cells: string[] }[] {
  // Some spreadsheets separate cells by semicolons or tabs; no heading of ours contains either.
  const heading = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const delimiter = [',', ';', '\t'].find((mark) => heading.includes(mark)) ?? ',';
  try {
    const options = { delimiter, info: true, relax_column_count: true, relax_quotes: true, record_delimiter: '\n' };
    // The types of csv-parse do not know what `info: true` returns.
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    // Each record begins on the line after the end of the one before.
    return records.map(({ record }, index) => ({ line: (records[index - 1]?.info.lines ?? 0) + 1, cells: record }));
  } catch (error) {
    const line = Number((error as { lines?: number }).lines ?? 1);
    throw new BadCatalogue([{ position: line, location: `line ${line}`, reason: (error as Error).message }]);
  }
}

function checkColumns(columns: string[], line: number): Problem[] {
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  const twice = KNOWN.filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
  return [
    ...missing.map((column) => ({
      position: line,
      location: `line ${line}`,
      reason: `the column ${column} is missing`,
    })),
    ...twice.map((column) => ({ position: line, location: `line ${line}`, reason: `${column} stands twice` })),
  ];
}

const entries = (cell = '') => cell.split(';').filter((part) => part.trim() !== '');

function toStem(entry: string) {
  const [, count, flower] = /^\s*(\d+)\s*(?:×|[x*]\s)(.*)$/is.exec(entry) ?? [];
  return { flower: flower ?? entry, count: count ? Number(count) : undefined };
}

function toValue(cells: Cells) {
  const pictures = PICTURES.map((number) => ({
    file: cells[`picture_${number}`] ?? '',
    alt: cells[`alt_${number}`] ?? '',
  }));
  return {
    ...Object.fromEntries([...TEXTS, ...MEASURES].map((column) => [column, cells[column]])),
    occasions: entries(cells.occasions),
    stems: entries(cells.stems).map(toStem),
    pictures: pictures.filter(({ file, alt }) => file.trim() !== '' || alt.trim() !== ''),
    status: cells.status,
  };
}

const toEscapedCells = (row: CatalogueRow): Cells =>
  Object.fromEntries(Object.entries(toCells(row)).map(([column, cell]) => [column, escapeCell(cell)]));

function toCells({ price_pence, height_cm, width_cm, occasions, stems, pictures, ...texts }: CatalogueRow): Cells {
  return {
    ...texts,
    price: writePounds(price_pence),
    height_cm: String(height_cm ?? ''),
    width_cm: String(width_cm ?? ''),
    occasions: occasions.join('; '),
    stems: stems.map(({ count, flower }) => `${count} × ${flower}`).join('; '),
    ...Object.fromEntries(
      pictures.flatMap(({ file, alt }, index) => [
        [`picture_${index + 1}`, file],
        [`alt_${index + 1}`, alt],
      ]),
    ),
  };
}
