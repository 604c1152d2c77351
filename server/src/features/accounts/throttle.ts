import { createHmac } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { TooMany } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';
import { type RememberedRefusals, rememberedRefusals } from './log-in/remembered-refusals.ts';
import { LIMITS } from './throttle-limits.ts';

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
