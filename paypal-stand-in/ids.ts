import { randomBytes, randomInt } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Seventeen capitals and digits, as orders, captures, refunds and webhooks are named. */
export const makeId = () => Array.from({ length: 17 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export const makeEventId = () => `WH-${makeId()}-${makeId()}`;

export const makeDebugId = () => randomBytes(7).toString('hex').slice(0, 13);
