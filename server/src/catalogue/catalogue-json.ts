import { toPounds } from '#contract/money.ts';
import { BadCatalogue } from './catalogue-problems.ts';
import { type CatalogueRow, FIELDS } from './catalogue-row.ts';
import type { RawCatalogue } from './raw-catalogue.ts';

/** An array of bouquets in the shape of catalogue/demo.json. */
export function parseJson(text: string): RawCatalogue {
  const items = readArray(text);
  const lines = linesOfItems(text);
  const rows = items.map((value, index) => ({
    position: index + 1,
    location: `item ${index + 1} (line ${lines[index] ?? '?'})`,
    value,
  }));
  const keys = new Set(items.flatMap((item) => (item && typeof item === 'object' ? Object.keys(item) : [])));
  return { rows, unknown: [...keys].filter((key) => !FIELDS.includes(key)) };
}

export function writeJson(rows: CatalogueRow[]): string {
  const items = rows.map(({ price_pence, status, height_cm, width_cm, ...row }) => {
    const { item_code, name, category, occasions, desc, description, size, ...rest } = row;
    const measures = { height_cm, width_cm };
    const price = toPounds(price_pence);
    const words = { desc, description, size, ...measures, ...rest };
    return { item_code, name, category, occasions, price, ...words, ...(status !== 'on_sale' && { status }) };
  });
  return `${JSON.stringify(items, null, 2)}\n`;
}

function readArray(text: string): unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new BadCatalogue([{ position: 0, location: 'the file', reason: `is not JSON: ${(error as Error).message}` }]);
  }
  if (Array.isArray(content)) return content;
  throw new BadCatalogue([
    { position: 0, location: 'the file', reason: 'must be a list of bouquets: [ { … }, { … } ]' },
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
