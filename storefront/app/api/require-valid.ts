import type * as z from 'zod';
import type { FieldErrors } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';

/** The input breaks the contract, so it was not sent. */
export class NotSent extends ApiError {
  constructor(fields: unknown) {
    super(400, fields);
  }
}

/** Refuses what the contract refuses, as the server would: all messages at once, by field. */
export function requireValid<S extends z.ZodType>(
  schema: S,
  values: unknown,
  more: FieldErrors = {},
): asserts values is z.input<S> {
  const errors: FieldErrors = { ...more };
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = String(path[0] ?? 'non_field_errors');
    errors[field] = [...(errors[field] ?? []), message];
  }
  if (Object.keys(errors).length > 0) throw new NotSent(errors);
}
