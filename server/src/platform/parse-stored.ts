import type * as z from 'zod';

/**
 * Reads what this or an earlier version of the shop has stored. The error names the fields that do not fit, not their
 * values.
 */
export function parseStored<T>(schema: z.ZodType<T>, what: string, stored: unknown): T {
  const { data, error } = schema.safeParse(stored);
  if (!error) return data as T;
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`);
  throw new Error(`${what} cannot be read: ${problems.join('; ')}`);
}
