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
 * These may be left out, and then what the shop has stays:
 *
 *   available_from    `2026-12-01`, the first day it can be delivered on; available_until likewise, the last
 *   most_per_day      `20`, how many can be tied for one day
 *   large_price       and large_stems, large_height_cm, large_width_cm, large_picture, large_alt: a size of its own. The same
 *                     for grand. A size without any cell is not sold (any more).
 *   standard_picture  and standard_alt: the standard size as the camera of the other sizes sees it, to compare
 *
 * In JSON: `"sizes": { "standard": { "pictures": [] }, "large": { "price": 82, "stems": [], "pictures": [] } }`.
 *
 * A cell that a spreadsheet would run as a formula is written with an apostrophe before it, which reading removes.
 * Columns may stand in any order and others beside them; text with commas or line breaks stands in double quotes.
 */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type * as z from 'zod';
import { parseCsv, writeCsv } from './catalogue-csv.ts';
import { parseJson, writeJson } from './catalogue-json.ts';
import { BadCatalogue, type Problem } from './catalogue-problems.ts';
import { CatalogueRow } from './catalogue-row.ts';
import type { RowLocation } from './raw-catalogue.ts';

export type LocatedRow = RowLocation & { row: CatalogueRow };

/** A file that was read: its valid rows, the problems of the others, and unknown headings. */
export type Catalogue = { rows: LocatedRow[]; problems: Problem[]; unknown: string[] };

const FORMATS = {
  csv: { parse: parseCsv, write: writeCsv },
  json: { parse: parseJson, write: writeJson },
};
export type CatalogueFormat = keyof typeof FORMATS;

/** The format of a file by its name. */
export function formatOf(path: string): CatalogueFormat {
  const extension = extname(path).slice(1).toLowerCase();
  if (extension === 'csv' || extension === 'json') return extension;
  throw new BadCatalogue([{ position: 0, location: path, reason: 'must end in .csv or .json' }]);
}

export async function readCatalogue(path: string): Promise<Catalogue> {
  return parseCatalogue(formatOf(path), await readFile(path));
}

/** Reads as much as possible; throws BadCatalogue if the file cannot even be split into rows. */
export function parseCatalogue(format: CatalogueFormat, bytes: Buffer): Catalogue {
  const { rows, unknown } = FORMATS[format].parse(decode(bytes));
  const problems: Problem[] = [];
  const valid: LocatedRow[] = [];
  for (const { value, fault, position, location } of rows) {
    const { data, error } = CatalogueRow.safeParse(value);
    const reasons = fault ? [fault] : error?.issues.map(explain);
    if (reasons) problems.push(...reasons.map((reason) => ({ position, location, reason })));
    else if (data) valid.push({ position, location, row: data });
  }
  if (rows.length === 0) problems.push({ position: 0, location: 'the file', reason: 'holds no bouquets' });
  return { rows: valid, problems: [...problems, ...findRepetitions(valid)], unknown };
}

export const writeCatalogue = (format: CatalogueFormat, rows: CatalogueRow[]): string => FORMATS[format].write(rows);

export function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const reason = 'is not written in UTF-8: in a spreadsheet save it as "CSV UTF-8"';
    throw new BadCatalogue([{ position: 0, location: 'the file', reason }]);
  }
}

/** For people `pictures.0.alt` is the first picture. */
export function explain({ path, message }: z.core.$ZodIssue): string {
  const words = path.map((step) => (typeof step === 'number' ? String(step + 1) : String(step)));
  return [...words, message].join(' ');
}

/** Two rows may not be about one bouquet, share a name while on sale, or spell one category in two ways. */
function findRepetitions(rows: LocatedRow[]): Problem[] {
  const seen = new Map<string, LocatedRow>();
  const compareWithFirst = (
    key: string,
    located: LocatedRow,
    clash: (first: LocatedRow) => string | undefined,
  ): Problem[] => {
    const first = seen.get(key);
    if (!first) seen.set(key, located);
    const reason = first && clash(first);
    return reason ? [{ position: located.position, location: located.location, reason }] : [];
  };
  return rows.flatMap((located) => {
    const { item_code, name, category, status } = located.row;
    return [
      ...compareWithFirst(
        `code ${item_code}`,
        located,
        (first) => `item_code ${item_code} stands on ${first.location} already`,
      ),
      ...(status === 'withdrawn'
        ? []
        : compareWithFirst(
            `name ${name.toLowerCase()}`,
            located,
            (first) => `the name ${name} stands on ${first.location} already`,
          )),
      ...compareWithFirst(`category ${category.toLowerCase()}`, located, ({ location, row }) =>
        row.category === category ? undefined : `category ${category} is written ${row.category} on ${location}`,
      ),
    ];
  });
}
