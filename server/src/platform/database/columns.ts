import type * as z from 'zod';
import { customType, timestamp } from './drizzle.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A moment in time, to the microsecond, with its zone. */
export const moment = (column = '') => timestamp(column, { withTimezone: true, mode: 'date' });

/**
 * JSON that is parsed with this schema when it is read, however old the version of the shop that wrote it. The schema
 * must not fail: what is missing or wrong gets a default, because one bad row would break every list that contains it.
 */
export const storedJson = <T>(schema: z.ZodType<T>) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => schema.parse(stored),
  })();

/** A list of words as it stands in the definition of a check, where there are no parameters. */
export const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
