import type { IssueName } from './issues.ts';
import { type Detail, toDetail } from './problem.ts';

export type Shape =
  | { type: 'text'; max: number; min: number; pattern?: RegExp; oneOf?: readonly string[] }
  | { type: 'number' }
  | { type: 'flag' }
  | { type: 'anything' }
  | { type: 'list'; of: Shape; min: number; max: number }
  | { type: 'record'; fields: Record<string, Shape>; required: readonly string[] };

export const text = (max: number, pattern?: RegExp, min = 0): Shape => ({
  type: 'text',
  max,
  min,
  ...(pattern && { pattern }),
});
export const oneOf = (...names: string[]): Shape => ({ type: 'text', max: 255, min: 1, oneOf: names });
export const number: Shape = { type: 'number' };
export const flag: Shape = { type: 'flag' };
export const anything: Shape = { type: 'anything' };
export const list = (of: Shape, min: number, max: number): Shape => ({ type: 'list', of, min, max });
export const record = (fields: Record<string, Shape>, required: readonly string[] = []): Shape => ({
  type: 'record',
  fields,
  required,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Everything wrong with a body. PayPal's own files let unknown keys pass; here they are refused, so that a
 * misspelt name fails on the developer's machine and not in the shop.
 */
export function checkShape(shape: Shape, value: unknown, field = ''): Detail[] {
  const wrong = (issue: IssueName, description?: string) => [
    toDetail(issue, {
      field: field || '/',
      value: isObject(value) || Array.isArray(value) ? undefined : value,
      ...(description && { description }),
    }),
  ];
  switch (shape.type) {
    case 'anything':
      return [];
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? [] : wrong('INVALID_PARAMETER_SYNTAX');
    case 'flag':
      return typeof value === 'boolean' ? [] : wrong('INVALID_PARAMETER_SYNTAX');
    case 'text':
      if (typeof value !== 'string') return wrong('INVALID_PARAMETER_SYNTAX', 'This field is a text.');
      if (shape.oneOf && !shape.oneOf.includes(value)) return wrong('INVALID_PARAMETER_VALUE');
      if (value.length > shape.max || value.length < shape.min) return wrong('INVALID_STRING_LENGTH');
      return !shape.pattern || shape.pattern.test(value) ? [] : wrong('INVALID_PARAMETER_SYNTAX');
    case 'list':
      if (!Array.isArray(value)) return wrong('INVALID_PARAMETER_SYNTAX', 'This field is a list.');
      if (value.length > shape.max) return wrong('INVALID_ARRAY_MAX_ITEMS');
      if (value.length < shape.min) return wrong('INVALID_ARRAY_MIN_ITEMS');
      return value.flatMap((item, at) => checkShape(shape.of, item, `${field}/${at}`));
    case 'record':
      if (!isObject(value)) return wrong('INVALID_PARAMETER_SYNTAX', 'This field is an object.');
      return [
        ...shape.required
          .filter((key) => value[key] === undefined)
          .map((key) => toDetail('MISSING_REQUIRED_PARAMETER', { field: `${field}/${key}` })),
        ...Object.entries(value).flatMap(([key, item]) => {
          const known = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
          if (known) return checkShape(known, item, `${field}/${key}`);
          const description = 'The stand-in does not know this field. Is its name right?';
          return [toDetail('INVALID_PARAMETER_SYNTAX', { field: `${field}/${key}`, description })];
        }),
      ];
  }
}
