import { formatMoment } from '#contract/moments.ts';
import { filled, type Schema } from './call-options.ts';
import { printable, printableLines } from './printable.ts';

type Fields = Record<string, unknown>;

const INDENT = '  ';
const IS_MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Addresses of pictures help nobody at a terminal. */
const PICTURES = ['picture', 'pictures'];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));
const isOneCell = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((one) => !isFields(one)) : !isFields(value) && !String(value).includes('\n');
/** In a table a few fields are one cell, too. */
const fitsTable = (value: unknown): boolean =>
  isOneCell(value) || (isFields(value) && Object.values(value).every(isOneCell));

/** An answer as lines for a terminal: what is empty is left out. */
export function describeAnswer(answer: unknown, schema: Schema): string[] {
  const lines = Array.isArray(answer)
    ? describeList(answer, schema)
    : isFields(answer)
      ? describeFields(answer, schema)
      : [];
  return lines.length > 0 ? lines : ['There is none.'];
}

function describeFields(fields: Fields, { properties = {} }: Schema): string[] {
  return listFields(fields).flatMap(([name, value]) => {
    const label = `${toWords(name)}:`;
    const schema = filled(properties[name] ?? {});
    if (isOneCell(value)) return [`${label} ${describeValue(value, schema)}`];
    if (typeof value === 'string') return [label, ...printableLines(value, INDENT)];
    const within = Array.isArray(value) ? describeList(value, schema) : describeFields(value as Fields, schema);
    return within.length > 0 ? [label, ...within.map((line) => (line === '' ? '' : INDENT + line))] : [];
  });
}

/** A table if every row has one line, else one after the other. */
function describeList(list: unknown[], { items = {} }: Schema): string[] {
  const rows = list.filter(isFields);
  if (rows.length === 0) return list.map((value) => describeValue(value, items));
  if (rows.every((row) => listFields(row).every(([, value]) => fitsTable(value)))) return drawTable(rows, items);
  return rows.flatMap((row, place) => [...(place > 0 ? [''] : []), ...describeFields(row, items)]);
}

function drawTable(rows: Fields[], { properties = {} }: Schema): string[] {
  const columns = [...new Set(rows.flatMap((row) => listFields(row).map(([name]) => name)))];
  const cells = [
    columns.map(toWords),
    ...rows.map((row) =>
      columns.map((name) => (isEmpty(row[name]) ? '' : describeValue(row[name], filled(properties[name] ?? {})))),
    ),
  ];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function describeValue(value: unknown, schema: Schema): string {
  if (isFields(value)) return describeFields(value, schema).join(', ');
  if (Array.isArray(value)) return value.map((one) => describeValue(one, schema.items ?? {})).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // What need not be whole is money; whether it is pounds, or per cent, its name says.
  if (typeof value === 'number') return schema.type === 'number' ? value.toFixed(2) : String(value);
  const text = String(value);
  return IS_MOMENT.test(text) ? formatMoment(text) : printable(text);
}

const listFields = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).filter(([name, value]) => !isEmpty(value) && !PICTURES.includes(name));

const toWords = (name: string): string => printable(name.replaceAll('_', ' '));
