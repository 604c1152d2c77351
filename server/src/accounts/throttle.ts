import { createHmac } from 'node:crypto';
import type { Transaction } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { TooMany } from '../errors.ts';

/** How often each thing may be tried: so many at once, and as many again in the time named. */
const LIMITS = {
  /** One person who mistypes, one guesser at one account. */
  'log in to an account from a network': { tries: 5, seconds: 5 * 60 },
  /** A guesser with many networks. High, or anyone could lock anyone out. */
  'log in to an account': { tries: 50, seconds: 60 * 60 },
  /** A guesser at many accounts. */
  'log in from a network': { tries: 100, seconds: 10 * 60 },
  /** Right passwords count too, or one account could keep everyone else waiting in line. */
  'sign in': { tries: 30, seconds: 10 * 60 },
  register: { tries: 100, seconds: 10 * 60 },
  /** Registering tells that an address is known, as the specification asks: not to those who ask for many. */
  'learn that an address is known': { tries: 20, seconds: 10 * 60 },
  /** Letters that a stranger can cause, whatever they are about: nobody's mailbox is flooded through us. */
  'be written to': { tries: 8, seconds: 60 * 60 },
  'change a username': { tries: 20, seconds: 10 * 60 },
  'ask for a reset': { tries: 3, seconds: 15 * 60 },
  'ask for resets from a network': { tries: 30, seconds: 10 * 60 },
  'ask for the confirmation again': { tries: 3, seconds: 10 * 60 },
  /** Or take it back: each empties the shelf of kept pages. */
  'write a review': { tries: 30, seconds: 60 * 60 },
  'ask for another address': { tries: 5, seconds: 60 * 60 },
  'open a payment': { tries: 40, seconds: 10 * 60 },
  'have a payment taken': { tries: 60, seconds: 10 * 60 },
  'ask about a payment': { tries: 120, seconds: 5 * 60 },
  /** Each is written to the pretended PayPal's disk, and nobody needs to be signed in for it. */
  'approve a pretended payment': { tries: 200, seconds: 10 * 60 },
  /** Each is up to ten megabytes to read and a photo to decode. */
  'report damaged flowers': { tries: 20, seconds: 60 * 60 },
  'use a key from a letter': { tries: 60, seconds: 10 * 60 },
} as const satisfies Record<string, { tries: number; seconds: number }>;

export type Attempt = { what: keyof typeof LIMITS; who: string };

type Known = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/**
 * Counts the attempts, or refuses all of them with the time to wait and counts none. One statement, so that a thousand at
 * once are counted one by one; in PostgreSQL, so that all processes count together and a restart forgets nothing.
 */
export async function countAttempts(deps: Known, attempts: Attempt[]): Promise<void> {
  const now = deps.clock.now();
  const asked = attempts.map((attempt) => toCounter(deps, attempt));
  try {
    await deps.db.transaction(async (tx) => {
      const counted = await count(tx, asked, now);
      if (counted < asked.length) throw new TooMany(await findWait(tx, asked, now));
    });
  } catch (error) {
    if (error instanceof TooMany) await bringBack(deps, asked, now);
    throw error;
  }
}

/** Fuller than full is only what was counted before the clock was set back: full is enough, or nobody could come in for so long. */
async function bringBack({ db }: Known, asked: Counter[], now: Date): Promise<void> {
  await db.execute(sql`
    update throttles set full_at = ${now}::timestamptz + room * interval '1 second' from ${listed(asked)}
    where throttles.key = listed.key and full_at > ${now}::timestamptz + room * interval '1 second'`);
}

/** How many of them had room. In the order of their keys, so that two who count the same things never wait for each other. */
async function count(tx: Transaction, asked: Counter[], now: Date): Promise<number> {
  const { rows } = await tx.execute(sql`
    with asked as (
      select key, step * interval '1 second' as step, room * interval '1 second' as room
      from ${listed(asked)}
      order by key
    )
    insert into throttles as kept (key, full_at)
    select key, ${now}::timestamptz + step from asked order by key
    on conflict (key) do update
      set full_at = greatest(kept.full_at, ${now}::timestamptz) + (excluded.full_at - ${now}::timestamptz)
      where greatest(kept.full_at, ${now}::timestamptz) + (excluded.full_at - ${now}::timestamptz)
        <= ${now}::timestamptz + (select room from asked where asked.key = excluded.key)
    returning key`);
  return rows.length;
}

const listed = (counters: Counter[]) => sql`unnest(
  ${sql.param(counters.map(({ key }) => key))}::bytea[],
  ${sql.param(counters.map(({ step }) => step))}::float8[],
  ${sql.param(counters.map(({ room }) => room))}::float8[]) as listed (key, step, room)`;

type Counter = { key: Buffer; step: number; room: number };

function toCounter({ secrets }: Known, { what, who }: Attempt): Counter {
  const { tries, seconds } = LIMITS[what];
  const key = createHmac('sha256', secrets.throttles).update(`${what}\n${who}`).digest();
  return { key, step: seconds / tries, room: seconds };
}

async function findWait(tx: Transaction, asked: Counter[], now: Date): Promise<number> {
  const { rows } = await tx.execute<{ key: Buffer; full_at: Date }>(
    sql`select key, full_at from throttles where key = any(${sql.param(asked.map(({ key }) => key))}::bytea[])`,
  );
  const waits = asked.map(({ key, step, room }) => {
    const fullAt = rows.find((row) => row.key.equals(key))?.full_at;
    return fullAt ? Math.min(step, (new Date(fullAt).getTime() - now.getTime()) / 1000 + step - room) : 0;
  });
  return Math.max(1, Math.ceil(Math.max(...waits)));
}

/** Takes attempts back that turned out to be honest. */
export async function forgiveAttempts(deps: Known, attempts: Attempt[]): Promise<void> {
  const counters = attempts.map((attempt) => toCounter(deps, attempt));
  await deps.db.execute(sql`
    with held as (
      select throttles.key, step from throttles join ${listed(counters)} on listed.key = throttles.key
      order by throttles.key for update of throttles
    )
    update throttles set full_at = full_at - step * interval '1 second' from held where throttles.key = held.key`);
}
