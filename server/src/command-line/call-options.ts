import * as z from 'zod';
import { readPounds } from '#contract/money.ts';
import type { CallCommand } from './desk-calls.ts';

/** As much of a JSON schema as the fields of the calls have. */
export type Schema = {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** A field of a call, as it is written in a command. */
export type Option = {
  /** `first-order`, and `sun-cut-off` for what is within a field. */
  name: string;
  path: string[];
  kind: 'text' | 'number' | 'pounds' | 'switch' | 'list' | 'JSON';
  /** Of a list, of what. */
  of?: Option;
  choices: string[];
  isRequired: boolean;
  canBeEmpty: boolean;
  description: string | undefined;
};

/** What stands for a value that is there no more: as on other days, or none at all. */
const EMPTY_WORDS = ['usual', 'none'];

/** What the schema of a call takes or answers, as the API document has it. */
export const toSchema = (schema: z.ZodType, io: 'input' | 'output' = 'input'): Schema =>
  resolve(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema);

/** Writes out what is named elsewhere in the schema. */
function resolve(schema: Schema, named = schema.$defs ?? {}): Schema {
  const whole = schema.$ref ? { ...named[schema.$ref.split('/').at(-1) ?? ''], ...schema } : schema;
  const { type, anyOf = Array.isArray(type) ? type.map((one) => ({ type: one })) : undefined } = whole;
  const { oneOf, items, properties } = whole;
  const within = (one: Schema) => resolve(one, named);
  return {
    ...whole,
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(oneOf && { anyOf: oneOf.map(within) }),
    ...(items && { items: within(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, within(one)])),
    }),
  };
}

const isNull = ({ type }: Schema): boolean => type === 'null';
/** Without the null that it may be. */
export const filled = (schema: Schema): Schema => {
  const found = schema.anyOf?.filter((one) => !isNull(one)) ?? [];
  return found.length === 1 ? { description: schema.description, ...found[0] } : schema;
};
/** Of a body of several shapes, each. */
const shapesOf = (schema: Schema): Schema[] => (schema.properties ? [schema] : (schema.anyOf ?? []));

/** All that a command can be told, by its call. What a body of one shape alone needs is not needed by the command. */
export function listOptions({ call, sends = {}, sees }: CallCommand): Option[] {
  const shapes = [call.query, call.body].flatMap((part) => (part ? shapesOf(toSchema(part)) : []));
  const found = new Map<string, Option>();
  for (const option of shapes.flatMap((shape) => optionsOf(shape))) {
    const before = found.get(option.name);
    const choices = [...new Set([...(before?.choices ?? []), ...option.choices])];
    const field = option.path[0] ?? '';
    const isRequired = field !== sees?.field && shapes.every(({ required }) => required?.includes(field));
    if (!Object.hasOwn(sends, field)) found.set(option.name, { ...option, choices, isRequired });
  }
  return [...found.values()];
}

function optionsOf({ properties = {} }: Schema, path: string[] = []): Option[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const [here, value] = [[...path, name], filled(schema)];
    return value.properties ? optionsOf(value, here) : [toOption(schema, here)];
  });
}

function toOption(schema: Schema, path: string[]): Option {
  const value = filled(schema);
  return {
    name: path.join('-').replaceAll('_', '-'),
    path,
    kind: kindOf(value),
    ...(value.items && { of: toOption(value.items, path) }),
    choices: (value.enum ?? value.items?.enum ?? [value.const].filter((one) => one !== undefined)).map(String),
    isRequired: false,
    canBeEmpty: schema.anyOf?.some(isNull) ?? false,
    description: (schema.description ?? value.description)?.replace('Null:', 'usual:'),
  };
}

function kindOf({ type, items, anyOf }: Schema): Option['kind'] {
  if (type === 'boolean') return 'switch';
  if (type === 'integer') return 'number';
  if (type === 'number' || (type === undefined && !anyOf)) return 'pounds';
  if (type === 'array') return items?.properties ? 'JSON' : 'list';
  return type === 'object' ? 'JSON' : 'text';
}

/** What was written for a field as the call takes it. What cannot be read is sent as it is: the call refuses it in its own words. */
export function readWord(option: Option, word: string | boolean): unknown {
  if (typeof word === 'boolean') return word;
  if (option.canBeEmpty && EMPTY_WORDS.includes(word)) return null;
  const { kind, of } = option;
  if (kind === 'number') return /^-?\d{1,15}$/.test(word) ? Number(word) : word;
  if (kind === 'pounds') return readPounds(word) ?? word;
  if (kind === 'JSON') return readJson(word);
  if (kind === 'list') return word.split(',').map((part) => (of ? readWord(of, part.trim()) : part.trim()));
  return option.choices.find((choice) => toPlain(choice) === toPlain(word)) ?? word;
}

/** As it can be typed: Someone's and Someone’s are one. */
const toPlain = (choice: string): string => choice.replaceAll('’', "'").toLowerCase();

function readJson(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

/**
 * Of a body of several shapes the one that alone has all these fields: `--amount 5` is a sum. Returns what its shape is called by, as
 * `{ what: 'sum' }`.
 */
export function nameShape(body: z.ZodType, given: Record<string, unknown>): Record<string, unknown> {
  const [shape, ...others] = shapesOf(toSchema(body)).filter(({ properties = {} }) =>
    Object.keys(given).every((field) => Object.hasOwn(properties, field)),
  );
  if (others.length > 0) return {};
  const names = Object.entries(shape?.properties ?? {}).filter(([, field]) => field.const !== undefined);
  return Object.fromEntries(names.map(([field, { const: name }]) => [field, name]));
}
