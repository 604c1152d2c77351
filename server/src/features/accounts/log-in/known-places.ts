import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { DeviceMark } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { makeKey } from '../keys.ts';
import { knownPlaces } from '../table.ts';

/** Where a request comes from: its network, and the mark of the device if it stores one. */
export const Place = z.object({ network: z.string(), mark: DeviceMark.optional() });
export type Place = z.infer<typeof Place>;
export type PlaceKind = (typeof knownPlaces.$inferSelect)['kind'];

const DAY = 24 * 60 * 60 * 1000;

/** How long a place stays known after it was last used. A device outlives the longest session that began there. */
export const KNOWN_FOR_MS = { device: 400 * DAY, network: 90 * DAY } satisfies Record<PlaceKind, number>;

/** Beyond this the least recently used are deleted. */
const MOST_OF_A_KIND = 10;
/** A network that was seen within this time is not written again. */
const SEEN_LATELY_MS = DAY;

type PlaceDeps = Pick<Deps, 'clock' | 'secrets'> & { db: Database | Transaction };

/**
 * Whether someone has signed in here before: by the device, or else by the network. For an unknown person it does the
 * same work, so that the time tells nothing.
 */
export async function findKnownPlace(
  { clock, db, secrets }: PlaceDeps,
  userId = 0,
  { network, mark = '' }: Place,
): Promise<PlaceKind | undefined> {
  const wanted = [hashPlace(secrets, userId, 'device', mark), hashPlace(secrets, userId, 'network', network)];
  const rows = await db
    .select()
    .from(knownPlaces)
    .where(and(eq(knownPlaces.userId, userId), inArray(knownPlaces.hash, wanted)));
  const now = clock.now().getTime();
  const kinds = rows.filter(({ kind, seenAt }) => now - seenAt.getTime() < KNOWN_FOR_MS[kind]).map(({ kind }) => kind);
  return kinds.includes('device') ? 'device' : kinds[0];
}

/** Stores where someone has just signed in. Returns the mark that the device is to store: its own, if it has one. */
export async function rememberPlace(
  { clock, secrets }: PlaceDeps,
  tx: Transaction,
  userId: number,
  { network, mark = makeKey() }: Place,
): Promise<DeviceMark> {
  const seenAt = clock.now();
  const hashes = {
    device: hashPlace(secrets, userId, 'device', mark),
    network: hashPlace(secrets, userId, 'network', network),
  };
  await remember(tx, userId, hashes, seenAt);
  return mark;
}

/** The same for the network of a session that is refreshed; written once a day at most. */
export async function rememberNetwork(
  { clock, db, secrets }: PlaceDeps,
  userId: number,
  network: string,
): Promise<void> {
  const seenAt = clock.now();
  const hash = hashPlace(secrets, userId, 'network', network);
  const [known] = await db
    .select({ seenAt: knownPlaces.seenAt })
    .from(knownPlaces)
    .where(and(eq(knownPlaces.userId, userId), eq(knownPlaces.hash, hash)));
  if (known && seenAt.getTime() - known.seenAt.getTime() < SEEN_LATELY_MS) return;
  await remember(db, userId, { network: hash }, seenAt);
}

type Hashes = Partial<Record<PlaceKind, Buffer>>;

async function remember(db: Database | Transaction, userId: number, hashes: Hashes, seenAt: Date): Promise<void> {
  // Only if the person exists, and with a lock on them: the account may be deleted at this moment.
  await db.execute(sql`
    insert into known_places (user_id, kind, hash, seen_at)
    select id, place.kind, place.hash, ${seenAt}::timestamptz
    from users, unnest(${sql.param(Object.keys(hashes))}::text[], ${sql.param(Object.values(hashes))}::bytea[])
      as place (kind, hash)
    where id = ${userId} for key share of users
    on conflict (user_id, hash) do update set seen_at = excluded.seen_at`);
  await db.execute(sql`
    delete from known_places where (user_id, hash) in (
      select user_id, hash from known_places where (user_id, hash) in (
        select user_id, hash from (
          select user_id, hash, row_number() over (partition by kind order by seen_at desc, hash) as place
          from known_places where user_id = ${userId}) ranked where place > ${MOST_OF_A_KIND})
      for update skip locked)`);
}

const hashPlace = ({ knownPlaces: key }: Deps['secrets'], userId: number, kind: PlaceKind, place: string): Buffer =>
  createHmac('sha256', key).update(`${userId}\n${kind}\n${place}`).digest();
