import type * as z from 'zod';
import { customType, timestamp } from './drizzle.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A moment in time, to the microsecond, with its zone. */
export const moment = (column = '') => timestamp(column, { withTimezone: true, mode: 'date' });

/**
 * JSON that is read as this schema says, however old the version of the shop that wrote it. A schema for it refuses nothing:
 * what is missing or cannot be read has a default, or one bad row would take every list it stands in with it.
 */
export const storedJson = <T>(schema: z.ZodType<T>) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => schema.parse(stored),
  })();
