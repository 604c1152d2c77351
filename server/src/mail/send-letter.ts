import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { unseal } from '../sealed.ts';
import { type DeliveryProblem, toDeliveryProblem } from './delivery-problem.ts';
import type { Letter } from './letter.ts';
import { letters } from './table.ts';
import type { Transport } from './transport.ts';

/** After so many refusals, which takes half an hour, a letter is set aside. */
const MOST_REFUSALS = 60;
/** Longer than any delivery may take, so that two processes never have one letter in hand. */
const IN_HAND = sql`now() + interval '90 seconds'`;
const MARKING_ATTEMPTS = 5;

type PostRoom = Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'secrets'>;

/**
 * Sends one letter, unless it has left, was given up or forgotten. Throws when it has to be tried again. No connection to
 * the database is held while the mail server takes its time.
 */
export async function sendLetter(room: PostRoom, transport: Transport, id: string): Promise<void> {
  if (transport.isAway?.()) throw new Error('The mail server was away a moment ago.');
  const taken = await takeInHand(room, id);
  if (!taken) return;
  const letter = await openOrSay(room, id, taken.sealed);
  try {
    const { renderLetter } = await import('./render-letter.ts');
    const { subject, html, text } = await renderLetter(letter, {
      publicUrl: room.config.publicUrl,
      isDemo: room.config.demo,
    });
    const { kind, to } = letter;
    await transport.deliver({ id, kind, writtenAt: taken.createdAt, to, subject, html, text });
  } catch (error) {
    return putBack(room, { id, kind: letter.kind, refusals: taken.refusals }, toDeliveryProblem(error));
  }
  await markSent(room, id);
}

async function takeInHand({ db }: PostRoom, id: string) {
  const waiting = and(eq(letters.id, id), isNull(letters.sentAt), isNull(letters.givenUpAt));
  const [taken] = await db
    .update(letters)
    .set({ takenUntil: IN_HAND, attempts: sql`${letters.attempts} + 1` })
    .where(and(waiting, sql`coalesce(${letters.takenUntil} < now(), true)`))
    .returning({ sealed: letters.sealed, createdAt: letters.createdAt, refusals: letters.refusals });
  if (taken?.sealed) return { ...taken, sealed: taken.sealed };
  if ((await db.$count(letters, waiting)) > 0) throw new Error('Another process has this letter in hand.');
  return undefined;
}

/** A letter that this key does not open waits for the right one. */
async function openOrSay({ db, log, secrets }: PostRoom, id: string, sealed: Buffer): Promise<Letter> {
  try {
    return unseal(secrets.letters, id, sealed) as Letter;
  } catch {
    const words = 'The letter was sealed with another JWT_SECRET.';
    log.error(`Letter ${id} cannot be sent: ${words}`);
    await db.update(letters).set({ takenUntil: null, lastProblem: words }).where(eq(letters.id, id));
    throw new Error(words);
  }
}

type Attempt = { id: string; kind: string; refusals: number };

async function putBack(
  { clock, db, log }: PostRoom,
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

/** The letter has left: a database that is away just now is waited for, because unmarked it would leave again. */
async function markSent({ clock, db }: PostRoom, id: string): Promise<void> {
  const gone = { sentAt: clock.now(), sealed: null, takenUntil: null, lastProblem: null };
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
