import * as z from 'zod';

/** Ids are positive 32-bit integers; anything else in a path names nothing. */
export const Id = z.int().min(1).max(2_147_483_647);

/** An id in a body: an invalid one is refused like one that does not exist. */
export const idOf = (what: string) => {
  const error = `This must be the id of ${what}.`;
  return z.int({ error, abort: true }).min(1, error).max(2_147_483_647, error);
};

/** A number as people write it in an address: digits only, no `1e3`, no `0x10`, no spaces. */
export const digits = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Must be a whole number above 0.')
  .transform(Number);

/** An id as part of a path. */
export const PathId = digits.pipe(Id);
