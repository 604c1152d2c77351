import type { FieldErrors } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import { toRecord } from './to-record.ts';

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
