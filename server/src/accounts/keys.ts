import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A key that nobody can guess, fit for a web address. */
export const makeKey = (): string => randomBytes(32).toString('base64url');

/** What is kept of a key: whoever reads the database cannot use it. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The key that follows: always the same for the same key, and only for those who know the secret. */
export const nextKey = (secret: Buffer, key: string): string =>
  createHmac('sha256', secret).update(key).digest('base64url');
