import type { ZodType } from 'zod';
import type { FieldErrors } from '#contract/errors.ts';
import { ApiError, NotSent } from './api-error.ts';
import { toRecord } from './to-record.ts';

/** Refuses what the contract refuses, as the server would: all messages at once, by field. */
export function requireValid(schema: ZodType, values: unknown, more: FieldErrors = {}): void {
  const errors: FieldErrors = { ...more };
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = String(path[0] ?? 'non_field_errors');
    errors[field] = [...(errors[field] ?? []), message];
  }
  if (Object.keys(errors).length > 0) throw new NotSent(errors);
}

/** Invalid, or too large. */
const ABOUT_FIELDS = [400, 413];

/** The messages of a refusal by field; none if it is an error of another kind. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError) || !ABOUT_FIELDS.includes(error.status)) return {};
  const entries = Object.entries(toRecord(error.body));
  return Object.fromEntries(
    entries
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
      .map(([field, messages]) => [field, messages.filter((message) => typeof message === 'string')]),
  );
}
