import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { forgiveAttempts, hasRoom } from '#server/features/accounts/throttle.ts';
import { readDetails } from '#server/features/shop/read-details.ts';
import { and, eq, isNull, sql } from '#server/platform/database/drizzle.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { seal, unseal } from '#server/platform/secrets/sealed.ts';
import { Letter } from '../letter.ts';
import { renderLetter } from '../render/render-letter.ts';
import { letters } from '../table.ts';
import { type DeliveryProblem, toDeliveryProblem } from './delivery-problem.ts';
import type { Transport } from './transport.ts';
import {
  foldIntoLater,
  HELD_BACK,
  isDropped,
  isUnconfirmed,
  letterTo,
  mayBeHeld,
  withoutTypedWords,
} from './unconfirmed-mailbox.ts';

/** After so many refusals, which takes half an hour, a letter is given up. */
const MOST_REFUSALS = 60;
/** A lease longer than any delivery may take, so that two processes never send one letter at once. */
const LEASE_END = sql`now() + interval '90 seconds'`;
const MARKING_ATTEMPTS = 5;

type MailDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'secrets'>;

/**
 * Sends one letter, unless it was sent, given up or deleted. Throws when it has to be retried. No database connection
 * is occupied while the mail server is slow.
 */
export async function sendLetter(deps: MailDeps, transport: Transport, id: string): Promise<void> {
  if (transport.isAway?.()) throw new Error('The mail server was away a moment ago.');
  const leased = await leaseLetter(deps, id);
  if (!leased) return;
  const whole = await unsealLetter(deps, id, leased.sealed);
  const isStrangers = await isUnconfirmed(deps.db, leased.userId, whole);
  if (isStrangers && (await foldIntoLater(deps, { ...leased, id }, whole))) return;
  const isCounted = isStrangers && (await hasRoom(deps, letterTo(whole)));
  if (isStrangers && !isCounted && mayBeHeld(whole)) return isDropped(whole) ? drop(deps, id) : holdBack(deps, id);
  const letter = isStrangers ? withoutTypedWords(whole) : whole;
  try {
    const { subject, html, text } = renderLetter(letter, {
      publicUrl: deps.config.publicUrl,
      isDemo: deps.config.demo,
      seller: await readDetails(deps.db),
    });
    const { kind, to } = letter;
    const stop = 'stopLink' in letter ? { stopLink: letter.stopLink } : {};
    await transport.deliver({ id, kind, writtenAt: leased.createdAt, to, subject, html, text, ...stop });
  } catch (error) {
    // It is tried again, and counts once.
    if (isCounted) await forgiveAttempts(deps, letterTo(letter));
    return recordProblem(deps, { id, kind: letter.kind, refusals: leased.refusals }, toDeliveryProblem(error));
  }
  const kept = letter === whole ? leased.sealed : seal(deps.secrets.letters, id, letter);
  await markSent(deps, id, leased.orderId === null ? null : kept);
}

/** The sweep tries it again every few minutes: it leaves when the address is confirmed, or has had none for a while. */
async function holdBack({ db }: MailDeps, id: string): Promise<void> {
  await db.update(letters).set({ takenUntil: null, lastProblem: HELD_BACK }).where(eq(letters.id, id));
}

async function drop({ db }: MailDeps, id: string): Promise<void> {
  await db.delete(letters).where(eq(letters.id, id));
}

async function leaseLetter({ db }: MailDeps, id: string) {
  const waiting = and(eq(letters.id, id), isNull(letters.sentAt), isNull(letters.givenUpAt));
  const [leased] = await db
    .update(letters)
    .set({ takenUntil: LEASE_END, attempts: sql`${letters.attempts} + 1` })
    .where(and(waiting, sql`coalesce(${letters.takenUntil} < now(), true)`))
    .returning({
      sealed: letters.sealed,
      userId: letters.userId,
      orderId: letters.orderId,
      createdAt: letters.createdAt,
      refusals: letters.refusals,
    });
  if (leased?.sealed) return { ...leased, sealed: leased.sealed };
  if ((await db.$count(letters, waiting)) > 0) throw new Error('Another process has this letter in hand.');
  return undefined;
}

/**
 * A letter that cannot be unsealed stays until the shop has the right key, one that does not fit until a version can
 * read it.
 */
async function unsealLetter({ db, log, secrets }: MailDeps, id: string, sealed: Buffer): Promise<Letter> {
  try {
    return parseStored(Letter, 'The letter', unsealOrThrow(secrets.letters, id, sealed));
  } catch (error) {
    const { message } = error as Error;
    log.error(`Letter ${id} cannot be sent: ${message}`);
    await db.update(letters).set({ takenUntil: null, lastProblem: message }).where(eq(letters.id, id));
    throw error;
  }
}

function unsealOrThrow(key: Buffer, id: string, sealed: Buffer): unknown {
  try {
    return unseal(key, id, sealed);
  } catch (cause) {
    throw new Error('The letter was sealed with another JWT_SECRET.', { cause });
  }
}

type Attempt = { id: string; kind: string; refusals: number };

async function recordProblem(
  { clock, db, log }: MailDeps,
  { id, kind, refusals: before }: Attempt,
  { words, isRefusal }: DeliveryProblem,
): Promise<void> {
  const refusals = before + (isRefusal ? 1 : 0);
  const givenUp = isRefusal && refusals >= MOST_REFUSALS;
  await db
    .update(letters)
    .set({ takenUntil: null, refusals, lastProblem: words, givenUpAt: givenUp ? clock.now() : null })
    .where(eq(letters.id, id));
  if (!givenUp) throw new Error(words);
  log.error(`Gave up on letter ${id} (${kind}), refused ${refusals} times: ${words} See docs/decisions/mail.md.`);
}

/**
 * Retries while the database is away: a letter that was sent and not marked would be sent again. What was in it goes, unless it
 * tells of an order: the desk can read that until the sweep deletes it, or the account is deleted.
 */
async function markSent({ clock, db }: MailDeps, id: string, sealed: Buffer | null): Promise<void> {
  const gone = { sentAt: clock.now(), sealed, takenUntil: null, lastProblem: null };
  for (let attempt = 1; ; attempt++) {
    try {
      await db.update(letters).set(gone).where(eq(letters.id, id));
      return;
    } catch (error) {
      if (attempt === MARKING_ATTEMPTS) throw error;
      await sleep(1_000 * attempt);
    }
  }
}
