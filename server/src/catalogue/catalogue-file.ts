/**
 * The owner's file: every bouquet, newest first, as CSV for a spreadsheet or as JSON like catalogue/demo.json.
 *
 *   item_code     the florist's own code, `ML-1002`; it tells which bouquet a row is about and never changes
 *   price         pounds: `36`, `36.50` or `£1,200.00`
 *   height_cm     `32`, and width_cm likewise; may be left empty or out
 *   occasions     `birthday; thank you`
 *   stems         `5 × Pink peony; 8 × Peach rose` (an x will do)
 *   picture_1     a file beside this one, `pictures/blush.jpg`, or `picture:<id>` for one the shop already has
 *   alt_1         what the picture shows, for those who cannot see it; up to picture_6 and alt_6
 *   status        `on_sale` when left empty, `sold_out` or `withdrawn`
 *
 * A cell that a spreadsheet would carry out as a formula is written with an apostrophe before it, which is read away again.
 * Columns may stand in any order and others beside them; text with commas or line breaks stands in double quotes.
 */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type * as z from 'zod';
import { parseCsv, writeCsv } from './catalogue-csv.ts';
import { parseJson, writeJson } from './catalogue-json.ts';
import { BadCatalogue, type Problem } from './catalogue-problems.ts';
import { CatalogueRow } from './catalogue-row.ts';
import type { RowPlace } from './raw-catalogue.ts';

export type PlacedRow = RowPlace & { row: CatalogueRow };

/** A file that was read: its good rows, all that is wrong with the others, and headings we have no use for. */
export type Catalogue = { rows: PlacedRow[]; problems: Problem[]; unknown: string[] };

const FORMATS = {
  csv: { parse: parseCsv, write: writeCsv },
  json: { parse: parseJson, write: writeJson },
};
export type CatalogueFormat = keyof typeof FORMATS;

/** The format a file's name tells. */
export function formatOf(path: string): CatalogueFormat {
  const extension = extname(path).slice(1).toLowerCase();
  if (extension === 'csv' || extension === 'json') return extension;
  throw new BadCatalogue([{ at: 0, place: path, reason: 'must end in .csv or .json' }]);
}

export async function readCatalogue(path: string): Promise<Catalogue> {
  return parseCatalogue(formatOf(path), await readFile(path));
}

/** Reads all that can be read; throws BadCatalogue when not even rows can be told apart. */
export function parseCatalogue(format: CatalogueFormat, bytes: Buffer): Catalogue {
  const { rows, unknown } = FORMATS[format].parse(decode(bytes));
  const problems: Problem[] = [];
  const good: PlacedRow[] = [];
  for (const { value, fault, at, place } of rows) {
    const { data, error } = CatalogueRow.safeParse(value);
    const reasons = fault ? [fault] : error?.issues.map(explain);
    if (reasons) problems.push(...reasons.map((reason) => ({ at, place, reason })));
    else if (data) good.push({ at, place, row: data });
  }
  if (rows.length === 0) problems.push({ at: 0, place: 'the file', reason: 'holds no bouquets' });
  return { rows: good, problems: [...problems, ...repetitions(good)], unknown };
}

export const writeCatalogue = (format: CatalogueFormat, rows: CatalogueRow[]): string => FORMATS[format].write(rows);

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const reason = 'is not written in UTF-8: in a spreadsheet save it as "CSV UTF-8"';
    throw new BadCatalogue([{ at: 0, place: 'the file', reason }]);
  }
}

/** `pictures.0.alt` is the first picture to people. */
function explain({ path, message }: z.core.$ZodIssue): string {
  const words = path.map((step) => (typeof step === 'number' ? String(step + 1) : String(step)));
  return [...words, message].join(' ');
}

/** Two rows may not be about one bouquet, share a name while on sale, or spell one category in two ways. */
function repetitions(rows: PlacedRow[]): Problem[] {
  const seen = new Map<string, PlacedRow>();
  const meet = (key: string, placed: PlacedRow, clash: (first: PlacedRow) => string | undefined): Problem[] => {
    const first = seen.get(key);
    if (!first) seen.set(key, placed);
    const reason = first && clash(first);
    return reason ? [{ at: placed.at, place: placed.place, reason }] : [];
  };
  return rows.flatMap((placed) => {
    const { item_code, name, category, status } = placed.row;
    return [
      ...meet(`code ${item_code}`, placed, (first) => `item_code ${item_code} stands on ${first.place} already`),
      ...(status === 'withdrawn'
        ? []
        : meet(`name ${name.toLowerCase()}`, placed, (first) => `the name ${name} stands on ${first.place} already`)),
      ...meet(`category ${category.toLowerCase()}`, placed, ({ place, row }) =>
        row.category === category ? undefined : `category ${category} is written ${row.category} on ${place}`,
      ),
    ];
  });
}
