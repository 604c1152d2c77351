import { stringify } from 'csv-stringify/sync';
import { ATTACKS } from '#server/testing/hostile-input/hostile-values.ts';
import type { Random } from '#server/testing/random.ts';

export type Table = string[][];

/** The catalogue as a spreadsheet in which a few cells are wrong, or which is no whole spreadsheet any more. */
export function spoilCatalogue(random: Random, table: Table): string {
  const copy = table.map((row) => [...row]);
  for (let times = random.between(0, 4); times > 0; times--) {
    const row = random.oneOf(copy);
    const at = random.between(0, Math.max(0, row.length - 1));
    random.oneOf([
      () => row.splice(at, 1, random.oneOf(ATTACKS)),
      () => row.splice(at, 1, random.oneOf(ATTACKS)),
      () => row.splice(at, 1),
      () => row.splice(at, 0, ''),
      () => row.splice(at, 1, `${row[at]}${random.oneOf([';', '"', '\n', '\r', '\0', ' × 3', '-1', '1e9'])}`),
      () => copy.push([...random.oneOf(copy)]),
    ])();
  }
  const text = stringify(copy, { delimiter: random.oneOf([',', ',', ',', ';', '\t']) });
  return random.oneOf([
    () => text,
    () => text,
    () => text,
    () => text.slice(0, random.between(0, text.length)),
    () => text.replace('"', ''),
    () => `\u{feff}${text}`,
    () => JSON.stringify(copy),
  ])();
}
