import type { FieldErrors } from '#contract/errors.ts';

type Issue = { path: PropertyKey[]; message: string; keys?: unknown };

/** The messages of a schema under the fields they belong to; an unknown field gets a message of its own. */
export function toFields(issues: readonly Issue[]): FieldErrors {
  const fields = new Map<string, string[]>();
  const add = (field: string, message: string) => {
    const messages = fields.get(field);
    if (messages) messages.push(message);
    else fields.set(field, [message]);
  };
  for (const { path, message, keys } of issues) {
    if (Array.isArray(keys)) for (const key of keys) add(String(key), 'This cannot be set here.');
    else add(String(path[0] ?? 'non_field_errors'), message);
  }
  return Object.fromEntries(fields);
}
