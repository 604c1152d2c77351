import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { mailboxKey } from '#contract/email-address.ts';
import { LOGIN_CODE_LENGTH, LOGIN_CODE_MINUTES, LOGIN_CODE_TRIES } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { and, eq, gt, lt, sql } from '#server/platform/database/drizzle.ts';
import { hashKey } from '../keys.ts';
import { loginCodes } from '../table.ts';

export type CodeRow = typeof loginCodes.$inferSelect;

/** Six random digits. */
export const makeCode = (): string => String(randomInt(10 ** LOGIN_CODE_LENGTH)).padStart(LOGIN_CODE_LENGTH, '0');

/** What is stored of a code: without the secret a million guesses would find it. */
export const hashCode = ({ loginCodes: key }: Deps['secrets'], ticketHash: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(ticketHash).update(code).digest();

/** All addresses of a mailbox, as wrong codes are counted for them; nobody can read the address from it. */
export const hashMailbox = ({ loginCodes: key }: Deps['secrets'], email: string): Buffer =>
  createHmac('sha256', key).update(mailboxKey(email)).digest();

/** The ticket of a code that is asked for within a session: the session itself. */
export const ticketOfSession = (sessionId: string): Buffer => hashKey(`session ${sessionId}`);

const minutesFrom = ({ clock }: Pick<Deps, 'clock'>, minutes: number): Date =>
  new Date(clock.now().getTime() + minutes * 60_000);

export const codeExpiry = (deps: Pick<Deps, 'clock'>): Date => minutesFrom(deps, LOGIN_CODE_MINUTES);

/** How far the clocks of two machines may be apart. */
const CLOCKS_APART_MINUTES = 2;

/**
 * Whether it has not expired. One that would be good for longer than any was made before the clock was set back: it has
 * ended too, since nobody knows how old it is.
 */
export const isInTime = (deps: Pick<Deps, 'clock'>) =>
  and(
    gt(loginCodes.expiresAt, deps.clock.now()),
    lt(loginCodes.expiresAt, minutesFrom(deps, LOGIN_CODE_MINUTES + CLOCKS_APART_MINUTES)),
  );

const ENDED = 'This code has been used or is too old. Please ask for a new one.';

export const codeEnded = () => new Invalid({ code: [ENDED] });

/**
 * Compares a code, and counts the try before: a thousand at once have five together. Returns the row if it is right; its
 * try is given back then, since what follows may be refused for another reason.
 */
export async function checkCode(deps: Deps, ticketHash: Buffer, code: string): Promise<CodeRow> {
  const [row] = await deps.db
    .update(loginCodes)
    .set({ tries: sql`${loginCodes.tries} + 1` })
    .where(and(isGood(deps, ticketHash), lt(loginCodes.tries, LOGIN_CODE_TRIES)))
    .returning();
  if (!row) throw codeEnded();
  if (!timingSafeEqual(hashCode(deps.secrets, ticketHash, code), row.codeHash)) throw wrongCode(row.tries);
  await deps.db
    .update(loginCodes)
    .set({ tries: sql`${loginCodes.tries} - 1` })
    // Another code may have taken its place meanwhile, with no try yet.
    .where(and(eq(loginCodes.ticketHash, ticketHash), eq(loginCodes.codeHash, row.codeHash)));
  return row;
}

export const isGood = (deps: Pick<Deps, 'clock'>, ticketHash: Buffer) =>
  and(eq(loginCodes.ticketHash, ticketHash), isInTime(deps));

export function wrongCode(tries: number): Invalid {
  const left = LOGIN_CODE_TRIES - tries;
  if (left === 0)
    return new Invalid({ code: ['That was not the code, and it has ended now. Please ask for a new one.'] });
  return new Invalid({ code: [`That is not the code. You have ${left === 1 ? 'one try' : `${left} tries`} left.`] });
}
