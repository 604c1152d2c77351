import { toPounds } from '#contract/money.ts';
import { BadCatalogue, requireFewRows } from './catalogue-problems.ts';
import { type CatalogueRow, FIELDS, type SizeRow } from './catalogue-row.ts';
import type { RawCatalogue } from './raw-catalogue.ts';

/** An array of bouquets in the shape of catalogue/demo.json. */
export const parseJson = (text: string): RawCatalogue => parseList(text, FIELDS, 'bouquets');

/** An array of objects with these fields. */
export function parseList(text: string, known: readonly string[], what: string): RawCatalogue {
  const items = readArray(text, what);
  requireFewRows(items.length);
  const lines = linesOfItems(text);
  const rows = items.map((value, index) => ({
    position: index + 1,
    location: `item ${index + 1} (line ${lines[index] ?? '?'})`,
    value,
  }));
  const keys = new Set(items.flatMap((item) => (item && typeof item === 'object' ? Object.keys(item) : [])));
  return { rows, unknown: [...keys].filter((key) => !known.includes(key)) };
}

export function writeJson(rows: CatalogueRow[]): string {
  const items = rows.map(({ price_pence, status, height_cm, width_cm, sizes, ...row }) => {
    const { item_code, name, category, occasions, desc, description, size, ...rest } = row;
    const measures = { height_cm, width_cm };
    const price = toPounds(price_pence);
    const words = { desc, description, size, ...measures, ...rest, sizes: sizes && writeSizes(sizes) };
    return { item_code, name, category, occasions, price, ...words, ...(status !== 'on_sale' && { status }) };
  });
  return `${JSON.stringify(items, null, 2)}\n`;
}

const writeSizes = ({ standard, large, grand }: NonNullable<CatalogueRow['sizes']>) => ({
  standard,
  large: large && writeSize(large),
  grand: grand && writeSize(grand),
});
const writeSize = ({ price_pence, ...rest }: SizeRow) => ({ price: toPounds(price_pence), ...rest });

function readArray(text: string, what: string): unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new BadCatalogue([{ position: 0, location: 'the file', reason: `is not JSON: ${(error as Error).message}` }]);
  }
  if (Array.isArray(content)) return content;
  throw new BadCatalogue([
    { position: 0, location: 'the file', reason: `must be a list of ${what}: [ { … }, { … } ]` },
  ]);
}

/** The line on which each item of the outer array begins, so that people find it in an editor. */
function linesOfItems(json: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}\n]|[^\s,:"[\]{}]+/g)) {
    if (token === '\n') line += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else {
      if (depth === 1) lines.push(line);
      if (token === '[' || token === '{') depth += 1;
    }
  }
  return lines;
}
