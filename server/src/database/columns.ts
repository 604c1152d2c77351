import { customType, timestamp } from './drizzle.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A moment in time, to the microsecond, with its zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' });
