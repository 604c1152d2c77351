import { createHmac } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { KNOWN_FOR_MS } from '#server/features/accounts/log-in/known-places.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { staffPlaces } from '../table.ts';

/** Where a request to the desk comes from: the browser by the hash of its cookie, and its network. */
export type StaffPlace = { browserHash: Buffer; network: string };
type PlaceKind = (typeof staffPlaces.$inferSelect)['kind'];

/** Beyond this the least recently used are deleted. */
const MOST_OF_A_KIND = 10;

/** Whether a colleague has signed in here before: by the browser, or else by the network. */
export async function findStaffPlace(
  { clock, db, secrets }: Pick<Deps, 'clock' | 'db' | 'secrets'>,
  staffId: number,
  place: StaffPlace,
): Promise<PlaceKind | undefined> {
  const rows = await db
    .select()
    .from(staffPlaces)
    .where(and(eq(staffPlaces.staffId, staffId), inArray(staffPlaces.hash, hashesOf(secrets, staffId, place))));
  const now = clock.now().getTime();
  const kinds = rows.filter(({ kind, seenAt }) => now - seenAt.getTime() < KNOWN_FOR_MS[kind]).map(({ kind }) => kind);
  return kinds.includes('device') ? 'device' : kinds[0];
}

/** Stores where a colleague has just signed in. The row of the colleague is locked. */
export async function rememberStaffPlace(
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  tx: Transaction,
  staffId: number,
  place: StaffPlace,
): Promise<void> {
  const seenAt = clock.now();
  const [device, network] = hashesOf(secrets, staffId, place) as [Buffer, Buffer];
  await tx
    .insert(staffPlaces)
    .values([
      { staffId, kind: 'device', hash: device, seenAt },
      { staffId, kind: 'network', hash: network, seenAt },
    ])
    .onConflictDoUpdate({ target: [staffPlaces.staffId, staffPlaces.hash], set: { seenAt } });
  await tx.execute(sql`
    delete from staff_places where staff_id = ${staffId} and hash in (
      select hash from (
        select hash, row_number() over (partition by kind order by seen_at desc, hash) as place
        from staff_places where staff_id = ${staffId}) ranked where place > ${MOST_OF_A_KIND})`);
}

const hashesOf = (
  { knownPlaces: key }: Deps['secrets'],
  staffId: number,
  { browserHash, network }: StaffPlace,
): Buffer[] =>
  [`device\n${browserHash.toString('base64')}`, `network\n${network}`].map((place) =>
    createHmac('sha256', key).update(`staff\n${staffId}\n${place}`).digest(),
  );
