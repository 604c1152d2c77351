import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { MAX_PASSWORD_LENGTH } from '#contract/limits.ts';
import { normalise, SENT_PER_SIGN } from '#contract/normalise.ts';
import { limitConcurrency } from '../concurrency-limit.ts';
import { Busy } from '../errors.ts';

const derive = promisify(argon2);

/**
 * OWASP's figures for argon2id: 19 MiB, two passes. Each hash takes that memory and a core for a twentieth of a second.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

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
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return write(nonce, await hash(password, { ...COST, nonce }));
}

/** Whether this is the password. Without an account it takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { cost, tag } = read(stored ?? WITHOUT_ACCOUNT);
  const found = await hash(password, cost);
  return timingSafeEqual(found, tag) && stored !== undefined;
}

/** A stored hash that no password has. */
export const unusablePassword = (): string => write(randomBytes(16), randomBytes(COST.tagLength));

const WITHOUT_ACCOUNT = unusablePassword();

function write(nonce: Buffer, tag: Buffer): string {
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

function read(stored: string) {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored) ?? [];
  if (!salt || !tag) throw new Error('A stored password is not in the notation of argon2id.');
  const expected = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    nonce: Buffer.from(salt, 'base64'),
  };
  return { cost, tag: expected };
}
