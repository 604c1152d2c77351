import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A random key that can stand in a URL. */
export const makeKey = (): string => randomBytes(32).toString('base64url');

/** What is stored of a key: it is of no use to somebody who reads the database. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The next key: always the same for the same key, and computable only with the secret. */
export const nextKey = (secret: Buffer, key: string): string =>
  createHmac('sha256', secret).update(key).digest('base64url');
