import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { MAX_PASSWORD_LENGTH } from '#contract/limits.ts';
import { normalise, SENT_PER_SIGN } from '#contract/normalise.ts';
import { Busy } from '../errors.ts';
import { limitConcurrency } from './concurrency-limit.ts';

const derive = promisify(argon2);

/** OWASP's figures for argon2id: 19 MiB, two passes. Each hash takes that memory and a core for a twentieth of a second. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** One core and half of Node's four threads are left to everyone who is not signing in. */
const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * The line before everything that hashes a password, database work included: a thousand who sign in at once wait here, where
 * they cost nothing, one line for each network or account, which take turns. Who would wait longer than a browser does is told so at once.
 */
export const queueHash = limitConcurrency({
  atOnce: 2 * HASHES_AT_ONCE,
  longestWaitMs: 7_000,
  tooLate: () => new Busy(),
});

/** Where who is signed in waits: behind their own calls, and beside everyone else's. */
export const lineOf = ({ userId }: { userId: number }): string => `account ${userId}`;

const oneByOne = limitConcurrency({ atOnce: HASHES_AT_ONCE });

/** The same however a keyboard writes it; what cannot be put into one form is taken as it was typed, each time. */
const settle = (password: string): string =>
  normalise('NFKC', password, SENT_PER_SIGN * MAX_PASSWORD_LENGTH) ?? password;

const hash = (password: string, cost: Omit<Argon2Parameters, 'message'>): Promise<Buffer> =>
  oneByOne(() => derive('argon2id', { ...cost, message: settle(password) }));

/** The password as it is kept: argon2id in the usual notation, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return write(nonce, await hash(password, { ...COST, nonce }));
}

/** Whether this is the password. Without an account the work is the same and the answer is no. */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const { cost, tag } = read(kept ?? NOBODY);
  const found = await hash(password, cost);
  return timingSafeEqual(found, tag) && kept !== undefined;
}

/** In place of a password: no password is this one. */
export const unusablePassword = (): string => write(randomBytes(16), randomBytes(COST.tagLength));

const NOBODY = unusablePassword();

function write(nonce: Buffer, tag: Buffer): string {
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

function read(kept: string) {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(kept) ?? [];
  if (!salt || !tag) throw new Error('A kept password is not in the notation of argon2id.');
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
