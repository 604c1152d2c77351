/**
 * The owner's file of what can go with a bouquet, in the order in which it is shown, as CSV or as JSON like
 * catalogue/extras.json.
 *
 *   code      the florist's own code, `vase`; it tells which extra a row is about and never changes
 *   words     one line about it
 *   price     pounds: `12` or `12.50`
 *   picture   a file beside this one, or `picture:<id>`; may be left out, and alt with it
 *   status    `on_sale` when left empty, or `sold_out`
 *   goes_with `wrap; letterbox`: it is offered with bouquets whose wrapping holds one of these words; empty for all of them. A file
 *             without it leaves what the shop has
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { toPounds } from '#contract/money.ts';
import { entries } from './catalogue-csv.ts';
import { type CatalogueFormat, decode, explain, formatOf } from './catalogue-file.ts';
import { parseList } from './catalogue-json.ts';
import type { Problem } from './catalogue-problems.ts';
import { entry, picture, price, status, text, writePounds } from './catalogue-row.ts';
import { type Cells, parseTable, writeTable } from './csv-table.ts';
import type { RowLocation } from './raw-catalogue.ts';

const fields = {
  code: text(40).refine((value) => /^[A-Za-z0-9-]+$/.test(value), 'may hold letters A to Z, digits and hyphens only'),
  name: text(60),
  words: text(120),
  price,
  pictures: z.array(picture).max(1, 'are more than 1').default([]),
  status: status.pipe(z.enum(['on_sale', 'sold_out'], 'must be on_sale or sold_out')),
  goes_with: z.array(entry(40)).max(20, 'are more than 20').optional(),
};

const ExtraRow = z
  .object(fields, 'is not an extra')
  .transform(({ price, status, ...row }) => ({ ...row, price_pence: price, on_sale: status === 'on_sale' }));
export type ExtraFileRow = z.infer<typeof ExtraRow>;
export type LocatedExtra = RowLocation & { extra: ExtraFileRow };

/** A file that was read: its valid rows and the problems of the others. */
export type ExtrasFile = { extras: LocatedExtra[]; problems: Problem[]; unknown: string[] };

const REQUIRED = ['code', 'name', 'words', 'price'];
const COLUMNS = [...REQUIRED, 'picture', 'alt', 'status', 'goes_with'];

const FORMATS = {
  csv: {
    parse: (written: string) => parseTable(written, { required: REQUIRED, known: COLUMNS }, toValue),
    write: (rows: ExtraFileRow[]) => writeTable(COLUMNS, rows.map(toCells)),
  },
  json: {
    parse: (written: string) => parseList(written, Object.keys(fields), 'extras'),
    write: (rows: ExtraFileRow[]) => `${JSON.stringify(rows.map(toJson), null, 2)}\n`,
  },
};

export async function readExtras(path: string): Promise<ExtrasFile> {
  return parseExtras(formatOf(path), await readFile(path));
}

export function parseExtras(format: CatalogueFormat, bytes: Buffer): ExtrasFile {
  const { rows, unknown } = FORMATS[format].parse(decode(bytes));
  const extras: LocatedExtra[] = [];
  const problems: Problem[] = [];
  for (const { value, fault, position, location } of rows) {
    const { data, error } = ExtraRow.safeParse(value);
    const isTwice = extras.some(({ extra }) => extra.code === data?.code);
    const reasons = fault ? [fault] : (error?.issues.map(explain) ?? []);
    if (isTwice) reasons.push(`code ${data?.code} stands in the file already`);
    problems.push(...reasons.map((reason) => ({ position, location, reason })));
    if (data && reasons.length === 0) extras.push({ position, location, extra: data });
  }
  if (rows.length === 0) problems.push({ position: 0, location: 'the file', reason: 'holds no extras' });
  return { extras, problems, unknown };
}

export const writeExtras = (format: CatalogueFormat, rows: ExtraFileRow[]): string => FORMATS[format].write(rows);

const statusOf = ({ on_sale }: ExtraFileRow) => (on_sale ? 'on_sale' : 'sold_out');

function toValue({ picture: file = '', alt = '', goes_with: words, ...cells }: Cells) {
  const isShown = file.trim() !== '' || alt.trim() !== '';
  return {
    ...cells,
    pictures: isShown ? [{ file, alt }] : [],
    ...(words !== undefined && { goes_with: entries(words) }),
  };
}

const toCells = (row: ExtraFileRow): Cells => ({
  code: row.code,
  name: row.name,
  words: row.words,
  price: writePounds(row.price_pence),
  picture: row.pictures[0]?.file ?? '',
  alt: row.pictures[0]?.alt ?? '',
  status: statusOf(row),
  goes_with: (row.goes_with ?? []).join('; '),
});

const toJson = (row: ExtraFileRow) => ({
  code: row.code,
  name: row.name,
  words: row.words,
  price: toPounds(row.price_pence),
  pictures: row.pictures,
  ...(!row.on_sale && { status: statusOf(row) }),
  ...(row.goes_with && { goes_with: row.goes_with }),
});
