import type { Random } from '../random.ts';
import { type Document, resolveSchema, type Schema } from './document.ts';

/** Real things by the name of the field that asks for them, so that more than the first check is reached. */
export type Known = Record<string, readonly unknown[]>;

const WORDS = [
  'With love',
  'Nell',
  'York',
  'YO31 7EQ',
  '12 Gillygate',
  'Zoë Ó Súilleabháin',
  '王小明',
  '🌻',
  'a',
  ' b ',
];
/** What the patterns of the document ask for; none of them is generated. */
const PATTERNED = ['1', '7', '24', '99', '12.50', '41', '0.1', '2147483647', '9999999999'];
const UUIDS = ['00000000-0000-0000-0000-000000000000', '4f6b1c1e-0c8a-4d3e-9a53-0a1b2c3d4e5f'];

/** A value that the schema allows; half of the time a real one, where there is one of that name. */
export function makeValue(dice: Random, document: Document, known: Known, asked: Schema, name = ''): unknown {
  const schema = resolveSchema(document, asked);
  const real = known[name];
  if (real && real.length > 0 && dice.roll() < 0.6) return dice.oneOf(real);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return makeValue(dice, document, known, dice.oneOf(choices), name);
  if ('const' in schema) return schema.const;
  if (schema.enum) return dice.oneOf(schema.enum);
  const type = Array.isArray(schema.type) ? dice.oneOf(schema.type) : schema.type;
  if (type === 'object') return makeObject(dice, document, known, schema);
  if (type === 'array') {
    const count = dice.between(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 3));
    return Array.from({ length: count }, () => makeValue(dice, document, known, schema.items ?? {}, name));
  }
  if (type === 'integer' || type === 'number') return makeNumber(dice, schema, type);
  if (type === 'boolean') return dice.roll() < 0.5;
  if (type === 'null') return null;
  return makeText(dice, schema);
}

function makeObject(dice: Random, document: Document, known: Known, { properties = {}, required = [] }: Schema) {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || dice.roll() < 0.5);
  return Object.fromEntries(fields.map(([name, schema]) => [name, makeValue(dice, document, known, schema, name)]));
}

function makeNumber(dice: Random, { minimum = -1e6, maximum = 1e6 }: Schema, type: 'integer' | 'number'): number {
  const near = Math.min(maximum, minimum + 30);
  const one = dice.oneOf([minimum, maximum, dice.between(minimum, near), dice.between(minimum, maximum)]);
  return type === 'integer' ? Math.round(one) : one;
}

function makeText(dice: Random, { minLength = 0, maxLength = 400, pattern, format }: Schema): string {
  if (format === 'email') return `${dice.oneOf(['a', 'nell', 'x+y'])}${dice.between(1, 1e9)}@example.org`;
  if (format === 'date') return `20${dice.between(10, 99)}-0${dice.between(1, 9)}-${dice.between(10, 31)}`;
  if (format === 'uuid') return dice.oneOf(UUIDS);
  if (pattern) return dice.oneOf(PATTERNED);
  const length = dice.oneOf([minLength, dice.between(minLength, Math.min(maxLength, minLength + 40)), maxLength]);
  const word = dice.oneOf(WORDS);
  return dice.roll() < 0.5 && word.length >= minLength
    ? word
    : word
        .repeat(length + 1)
        .slice(0, length)
        .toWellFormed();
}
