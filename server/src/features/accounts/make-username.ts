import { randomBytes } from 'node:crypto';

/** Everyone has a username; this one says nothing of the person, and can be changed. */
export const makeUsername = (): string => `guest-${randomBytes(6).toString('hex')}`;
