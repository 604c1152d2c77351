import { createHmac } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { TooMany } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';
import { type RememberedRefusals, rememberedRefusals } from './log-in/remembered-refusals.ts';

const DAY = 24 * 60 * 60;

/**
 * Rate limits: so many tries at once, and as many again within the time named. The names are hashed into stored
 * counters.
 */
const LIMITS = {
  /** One person who mistypes, one guesser at one account. */
  'log in to an account from a network': { tries: 5, seconds: 5 * 60 },
  'log in to an account from a network, in a day': { tries: 10, seconds: DAY },
  /** The same for a device that has signed in before. A thief of its mark has no more tries than this. */
  'log in to an account from a device': { tries: 5, seconds: 5 * 60 },
  'log in to an account from a device, in a day': { tries: 20, seconds: DAY },
  /**
   * A guesser with many networks: less than a hundred tries in any 24 hours, both together. The first tries of each
   * network count by themselves, so that a dozen networks cannot use up those of the owner at a new place.
   */
  // These names are hashed into stored counters, and therefore stay.
  'be new to an account': { tries: 2, seconds: DAY },
  'log in to an account from new networks': { tries: 26, seconds: DAY },
  'log in to an account from networks not so new': { tries: 20, seconds: DAY },
  /** A guesser at many accounts. */
  'log in from a network': { tries: 100, seconds: 10 * 60 },
  /** Right passwords count too: otherwise one account could fill the queue for hashing. */
  'sign in': { tries: 30, seconds: 10 * 60 },
  /** The same for somebody signed in, who changes the password or address or deletes the account. */
  'have the own password checked': { tries: 15, seconds: 10 * 60 },
  /** A thief of a session cannot guess the password with it. */
  'get the password wrong in a session': { tries: 5, seconds: 5 * 60 },
  'get the password wrong in a session, in a day': { tries: 20, seconds: DAY },
  register: { tries: 100, seconds: 10 * 60 },
  /** Registering tells that an address is known, as the specification demands; nobody may find out many. */
  'learn that an address is known': { tries: 20, seconds: 10 * 60 },
  /** Letters that a stranger can cause, each kind with a limit of its own, so that one cannot use up another. */
  'be written to on registering': { tries: 8, seconds: DAY },
  'be asked to confirm a new address': { tries: 8, seconds: DAY },
  'be asked again to confirm an address': { tries: 8, seconds: DAY },
  'be asked again to confirm a new address': { tries: 8, seconds: DAY },
  'hear of a change at an address never confirmed': { tries: 8, seconds: DAY },
  'have resets posted to unconfirmed tags': { tries: 12, seconds: DAY },
  /** All of these and every other letter to a mailbox that nobody confirmed; the others wait. */
  'be written to at an address never confirmed': { tries: 10, seconds: DAY },
  'change a username': { tries: 20, seconds: 10 * 60 },
  'ask for a reset': { tries: 3, seconds: 15 * 60 },
  'ask for resets from a network': { tries: 30, seconds: 10 * 60 },
  /** Only from where the owner has signed in before, while an earlier link is still good. */
  'have a reset posted again': { tries: 6, seconds: DAY },
  /** Codes by mail. Asking is counted by network; what is posted, by account and place. Each letter is five guesses. */
  'ask for a code': { tries: 5, seconds: 15 * 60 },
  'ask for codes from a network': { tries: 30, seconds: 10 * 60 },
  'have codes posted to a known place': { tries: 10, seconds: DAY },
  'have a code posted to a new network': { tries: 1, seconds: DAY },
  'have codes posted to new networks': { tries: 12, seconds: DAY },
  'have codes posted to networks not so new': { tries: 8, seconds: DAY },
  'have codes posted to unconfirmed tags': { tries: 12, seconds: DAY },
  /** Beyond this the link of the letter is needed, which cannot be guessed. The same for both: otherwise it would tell who is known. */
  'get a code wrong from new places': { tries: 10, seconds: DAY },
  'get a code wrong from a known place': { tries: 10, seconds: DAY },
  'get a code wrong from a network': { tries: 30, seconds: 10 * 60 },
  'ask for a code for a session': { tries: 5, seconds: 60 * 60 },
  'have codes for a session posted unconfirmed': { tries: 8, seconds: DAY },
  'ask for the confirmation again': { tries: 3, seconds: 10 * 60 },
  /** Removing one counts too: each clears the cache of pages. */
  'write a review': { tries: 30, seconds: 60 * 60 },
  'ask for another address': { tries: 5, seconds: 60 * 60 },
  /** A guesser at promo codes. Only codes that do not exist are counted: for one person, */
  'guess a promo code': { tries: 10, seconds: 10 * 60 },
  'guess a promo code, in a day': { tries: 40, seconds: DAY },
  /**
   * and, where accounts cost nothing, for all who have not bought yet: by network, and in the whole shop. The first of each network count
   * by themselves, so that a guesser with many networks does not close the codes of honest newcomers.
   */
  'guess the first promo codes of a network': { tries: 3, seconds: DAY },
  'guess a promo code from a network': { tries: 10, seconds: 10 * 60 },
  'guess a promo code from a network, in a day': { tries: 30, seconds: DAY },
  'guess promo codes as newcomers': { tries: 300, seconds: DAY },
  'open a payment': { tries: 40, seconds: 10 * 60 },
  'have a payment taken': { tries: 60, seconds: 10 * 60 },
  'ask about a payment': { tries: 120, seconds: 5 * 60 },
  /** Each may bring a letter, with words of one's own in it. */
  'remember a date': { tries: 60, seconds: DAY },
  /** Each brings a letter. */
  'change an order': { tries: 30, seconds: 60 * 60 },
  /** Each is written to the pretended PayPal's disk, and nobody needs to be signed in for it. */
  'approve a pretended payment': { tries: 200, seconds: 10 * 60 },
  /** Each is up to ten megabytes to read and a photo to decode. */
  'report damaged flowers': { tries: 20, seconds: 60 * 60 },
  'use a key that is no good': { tries: 60, seconds: 10 * 60 },
  /** Each is a hash, and one link may be sent many times at once. */
  'set a password by letter': { tries: 20, seconds: 10 * 60 },
  /** Of the desk. Each challenge is a row that waits for minutes, and nobody needs to be signed in for it. */
  'ask for a challenge for a passkey': { tries: 120, seconds: 10 * 60 },
  'use a passkey that is no good': { tries: 60, seconds: 10 * 60 },
  'ask for a link to the desk': { tries: 3, seconds: 15 * 60 },
  'ask for links to the desk from a network': { tries: 30, seconds: 10 * 60 },
  /** Links by letter to a colleague, counted as codes by mail are: whoever asks elsewhere uses up nothing here. */
  'have links to the desk posted to a known place': { tries: 20, seconds: DAY },
  'have a link to the desk posted to a new network': { tries: 1, seconds: DAY },
  'have links to the desk posted to new networks': { tries: 12, seconds: DAY },
  'have links to the desk posted to networks not so new': { tries: 8, seconds: DAY },
  'use a recovery code that is no good': { tries: 10, seconds: 10 * 60 },
} as const satisfies Record<string, { tries: number; seconds: number }>;

export type Attempt = { what: keyof typeof LIMITS; who: string };

type ThrottleDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/**
 * Counts the attempts, or refuses all of them with the time to wait and counts none. One statement, so that a thousand
 * at once are counted one by one; in PostgreSQL, so that all processes share the counters and a restart loses none.
 */
export async function countAttempts(deps: ThrottleDeps, attempts: Attempt[]): Promise<void> {
  const now = deps.clock.now();
  const counters = attempts.map((attempt) => toCounter(deps, attempt));
  const refusals = rememberedRefusals(deps.db);
  const seconds = Math.max(...counters.map(({ key }) => refusals.waitOf(key, now)));
  if (seconds > 0) throw new TooMany(Math.ceil(seconds));
  try {
    if (counters.length === 1) await countAll(deps.db, counters, now, refusals);
    else await deps.db.transaction((tx) => countAll(tx, counters, now, refusals));
  } catch (error) {
    if (error instanceof TooMany) await lowerSetBack(deps, counters, now);
    throw error;
  }
}

/** Of several, some may have been counted when it throws: the transaction uncounts them. */
async function countAll(
  db: Database | Transaction,
  counters: Counter[],
  now: Date,
  refusals: RememberedRefusals,
): Promise<void> {
  const counted = await count(db, counters, now);
  if (counted.length === counters.length) return;
  const waits = await findWaits(db, counters, now);
  counters.forEach(({ key }, place) => {
    if (!counted.some((one) => one.equals(key))) refusals.remember(key, now, waits[place] ?? 0);
  });
  throw new TooMany(Math.max(1, Math.ceil(Math.max(...waits))));
}

/**
 * Counts the first of these choices that has room, and returns it. If none has, refuses with the shortest time to wait
 * and counts nothing.
 */
export async function countFirst(deps: ThrottleDeps, choices: Attempt[][]): Promise<Attempt[]> {
  const waits: number[] = [];
  for (const attempts of choices) {
    try {
      await countAttempts(deps, attempts);
      return attempts;
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      waits.push(error.seconds);
    }
  }
  throw new TooMany(Math.min(...waits));
}

/** Counts the attempts if there is room for all of them; returns whether there was. */
export async function hasRoom(deps: ThrottleDeps, attempts: Attempt[]): Promise<boolean> {
  try {
    await countAttempts(deps, attempts);
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}

/** The longest wait for a counter of an earlier version that was raised before the clock was set back, in seconds. */
const LONGEST_WAIT_SET_BACK = 60;

/**
 * Sets counters back with the clock: otherwise everyone would be refused for as long as the clock went back. A counter from
 * before `counted_at` was stored is lowered until the next try is at most LONGEST_WAIT_SET_BACK away. One statement, because
 * every refusal runs it; rows are locked in the order of their keys, so that two never deadlock.
 */
async function lowerSetBack({ db }: ThrottleDeps, counters: Counter[], now: Date): Promise<void> {
  await db.execute(sql`
    with locked as (
      select throttles.key, room, step from throttles join ${listed(counters)} on listed.key = throttles.key
      where ${isSetBack(sql`throttles`, now)}
        or counted_at is null and full_at > ${now}::timestamptz + room * interval '1 second'
      order by throttles.key for update of throttles
    )
    update throttles
    set counted_at = ${now}, full_at = case
      when counted_at is not null then ${fullAt(sql`throttles`, now)}
      else ${now}::timestamptz + (room - greatest(step - ${LONGEST_WAIT_SET_BACK}::float8, 0)) * interval '1 second' end
    from locked where throttles.key = locked.key`);
}

/** Returns those that had room. Rows are locked in the order of their keys, so that two statements never deadlock. */
async function count(db: Database | Transaction, counters: Counter[], now: Date): Promise<Buffer[]> {
  const counted = sql`greatest(${fullAt(sql`stored`, now)}, ${now}::timestamptz) + (excluded.full_at - ${now}::timestamptz)`;
  const { rows } = await db.execute<{ key: Buffer }>(sql`
    with wanted as (
      select key, step * interval '1 second' as step, room * interval '1 second' as room
      from ${listed(counters)}
      order by key
    )
    insert into throttles as stored (key, full_at, counted_at)
    select key, ${now}::timestamptz + step, ${now} from wanted order by key
    on conflict (key) do update
      set full_at = ${counted}, counted_at = ${now}
      where ${counted} <= ${now}::timestamptz + (select room from wanted where wanted.key = excluded.key)
    returning key`);
  return rows.map(({ key }) => key);
}

/** Less is the difference between the clocks of two machines, and must not lower what they count together. */
const SET_BACK = sql.raw(`interval '2 minutes'`);

const isSetBack = (row: SQL, now: Date) => sql`${row}.counted_at > ${now}::timestamptz + ${SET_BACK}`;

/** When a counter is full; moved with the clock, if that was set back since it was counted. */
const fullAt = (row: SQL, now: Date) =>
  sql`case when ${isSetBack(row, now)} then ${row}.full_at - (${row}.counted_at - ${now}::timestamptz) else ${row}.full_at end`;

const listed = (counters: Counter[]) => sql`unnest(
  ${sql.param(counters.map(({ key }) => key))}::bytea[],
  ${sql.param(counters.map(({ step }) => step))}::float8[],
  ${sql.param(counters.map(({ room }) => room))}::float8[]) as listed (key, step, room)`;

type Counter = { key: Buffer; step: number; room: number };

function toCounter({ secrets }: ThrottleDeps, { what, who }: Attempt): Counter {
  const { tries, seconds } = LIMITS[what];
  const key = createHmac('sha256', secrets.throttles).update(`${what}\n${who}`).digest();
  return { key, step: seconds / tries, room: seconds };
}

/** How many seconds until each has room for one more. */
async function findWaits(db: Database | Transaction, counters: Counter[], now: Date): Promise<number[]> {
  const keys = sql.param(counters.map(({ key }) => key));
  const { rows } = await db.execute<{ key: Buffer; full_at: Date; is_old: boolean }>(sql`
    select key, ${fullAt(sql`throttles`, now)} as full_at, counted_at is null as is_old
    from throttles where key = any(${keys}::bytea[])`);
  return counters.map(({ key, step, room }) => {
    const found = rows.find((row) => row.key.equals(key));
    if (!found) return 0;
    const secondsOver = (new Date(found.full_at).getTime() - now.getTime()) / 1000 - room;
    return secondsOver > 0 && found.is_old ? Math.min(step, LONGEST_WAIT_SET_BACK) : secondsOver + step;
  });
}

/** Uncounts attempts that turned out to be honest. */
export async function forgiveAttempts(deps: ThrottleDeps, attempts: Attempt[]): Promise<void> {
  const counters = attempts.map((attempt) => toCounter(deps, attempt));
  for (const { key } of counters) rememberedRefusals(deps.db).forget(key);
  await deps.db.execute(sql`
    with locked as (
      select throttles.key, step from throttles join ${listed(counters)} on listed.key = throttles.key
      order by throttles.key for update of throttles
    )
    update throttles set full_at = full_at - step * interval '1 second' from locked where throttles.key = locked.key`);
}
