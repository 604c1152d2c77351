import type { Random } from '../random.ts';
import { type Document, resolveSchema, type Schema } from './read-document.ts';

/** Real things by the name of the field that asks for them, so that more than the first check is reached. */
export type Known = Record<string, readonly unknown[]>;

const WORDS = 'With love,Nell,York,YO31 7EQ,12 Gillygate,Zoë Ó Súilleabháin,王小明,🌻,a, b '.split(',');
/** What the patterns of the document ask for; none of them is generated. */
const PATTERNED = ['1', '7', '24', '99', '12.50', '41', '0.1', '2147483647', '9999999999'];
const UUIDS = ['00000000-0000-0000-0000-000000000000', '4f6b1c1e-0c8a-4d3e-9a53-0a1b2c3d4e5f'];

/** A value that the schema allows; half of the time a real one, where there is one of that name. */
export function makeValue(random: Random, document: Document, known: Known, asked: Schema, name = ''): unknown {
  const schema = resolveSchema(document, asked);
  const real = known[name];
  if (real && real.length > 0 && random.roll() < 0.6) return random.oneOf(real);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return makeValue(random, document, known, random.oneOf(choices), name);
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.oneOf(schema.enum);
  const type = Array.isArray(schema.type) ? random.oneOf(schema.type) : schema.type;
  if (type === 'object') return makeObject(random, document, known, schema);
  if (type === 'array') {
    const count = random.between(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 3));
    return Array.from({ length: count }, () => makeValue(random, document, known, schema.items ?? {}, name));
  }
  if (type === 'integer' || type === 'number') return makeNumber(random, schema, type);
  if (type === 'boolean') return random.roll() < 0.5;
  if (type === 'null') return null;
  return makeText(random, schema);
}

function makeObject(random: Random, document: Document, known: Known, { properties = {}, required = [] }: Schema) {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || random.roll() < 0.5);
  return Object.fromEntries(fields.map(([name, schema]) => [name, makeValue(random, document, known, schema, name)]));
}

function makeNumber(random: Random, { minimum = -1e6, maximum = 1e6 }: Schema, type: 'integer' | 'number'): number {
  const near = Math.min(maximum, minimum + 30);
  const one = random.oneOf([minimum, maximum, random.between(minimum, near), random.between(minimum, maximum)]);
  return type === 'integer' ? Math.round(one) : one;
}

function makeText(random: Random, { minLength = 0, maxLength = 400, pattern, format }: Schema): string {
  if (format === 'email') return `${random.oneOf(['a', 'nell', 'x+y'])}${random.between(1, 1e9)}@example.org`;
  if (format === 'date') return `20${random.between(10, 99)}-0${random.between(1, 9)}-${random.between(10, 31)}`;
  if (format === 'uuid') return random.oneOf(UUIDS);
  if (pattern) return random.oneOf(PATTERNED);
  const length = random.oneOf([minLength, random.between(minLength, Math.min(maxLength, minLength + 40)), maxLength]);
  const word = random.oneOf(WORDS);
  return random.roll() < 0.5 && word.length >= minLength
    ? word
    : word
        .repeat(length + 1)
        .slice(0, length)
        .toWellFormed();
}
