import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { MAX_PASSWORD_LENGTH } from '#contract/limits.ts';
import { normalise, SENT_PER_SIGN } from '#contract/normalise.ts';
import { Busy } from '#server/errors.ts';
import { limitConcurrency } from '#server/platform/concurrency-limit.ts';

const derive = promisify(argon2);

/** What a hash costs who makes one, and who guesses: KiB of memory, and passes over it. */
export type HashCost = { memory: number; passes: number };

/**
 * OWASP's figures for argon2id: 19 MiB, two passes. Each hash takes that memory and a core for a twentieth of a second.
 */
export const OWASP_COST: HashCost = { memory: 19_456, passes: 2 };

const LANES = 1;
const TAG_BYTES = 32;

/** One core and half of Node's four threads are left to everyone who is not signing in. */
const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * Everything that hashes a password, database work included, waits here first, where waiting costs no connection and no
 * memory to speak of. Each network or account has a queue of its own. What would wait longer than a browser does is
 * refused at once.
 */
export const queueHash = limitConcurrency({
  atOnce: 2 * HASHES_AT_ONCE,
  longestWaitMs: 7_000,
  tooLate: () => new Busy(),
});

/** The queue of someone who is signed in. */
export const accountKey = ({ userId }: { userId: number }): string => `account ${userId}`;

const limited = limitConcurrency({ atOnce: HASHES_AT_ONCE });

/** The same however a keyboard encodes it; a password that cannot be normalised is used as it was typed. */
const normalisePassword = (password: string): string =>
  normalise('NFKC', password, SENT_PER_SIGN * MAX_PASSWORD_LENGTH) ?? password;

const hash = (password: string, cost: Omit<Argon2Parameters, 'message'>): Promise<Buffer> =>
  limited(() => derive('argon2id', { ...cost, message: normalisePassword(password) }));

/** The password as it is stored: argon2id in the usual notation, with a salt of its own. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const nonce = randomBytes(16);
  return write(cost, nonce, await hash(password, { ...cost, parallelism: LANES, tagLength: TAG_BYTES, nonce }));
}

/** Whether this is the password. Without an account it takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined, cost: HashCost): Promise<boolean> {
  const { tag, ...given } = read(stored ?? unusablePassword(cost));
  const found = await hash(password, given);
  return timingSafeEqual(found, tag) && stored !== undefined;
}

/** A stored hash that no password has. */
export const unusablePassword = (cost: HashCost): string => write(cost, randomBytes(16), randomBytes(TAG_BYTES));

function write({ memory, passes }: HashCost, nonce: Buffer, tag: Buffer): string {
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${LANES}$${plain(nonce)}$${plain(tag)}`;
}

function read(stored: string) {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored) ?? [];
  if (!salt || !tag) throw new Error('A stored password is not in the notation of argon2id.');
  const expected = Buffer.from(tag, 'base64');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    nonce: Buffer.from(salt, 'base64'),
    tag: expected,
  };
}
