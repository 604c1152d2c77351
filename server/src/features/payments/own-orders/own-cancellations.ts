import { OWN_CANCELS } from '#contract/limits.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gt, lt, or, sql } from '#server/platform/database/drizzle.ts';
import { ownCancellations, type PaymentRow } from '../table.ts';
import { buyerKeys, toKey } from './buyer-keys.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OF_ONE = { count: OWN_CANCELS.count, pence: OWN_CANCELS.pounds * 100, days: OWN_CANCELS.days };

/**
 * Many who work in one office or hospital send and are sent flowers there: an address has more room than a person. Accounts, cards and
 * doors can all be made up: what the whole shop gives back in a day without a look has an end, too.
 */
const ROOM = {
  'This person': OF_ONE,
  'This payer at PayPal': OF_ONE,
  'Buyers for this address': { count: 4, pence: 2 * OF_ONE.pence, days: OF_ONE.days },
  'All buyers together': { count: 30, pence: 300_000, days: 1 },
} as const;
type Whose = keyof typeof ROOM;
const inPounds = (pence: number): string => formatPounds(toPounds(pence));
type Counted = { whose: Whose; key: string };

function keysOf(deps: Pick<Deps, 'secrets'>, order: OrderRow, payment: PaymentRow | undefined): Counted[] {
  const all = { whose: 'All buyers together' as const, key: toKey(deps, 'All buyers together', '') };
  return [...buyerKeys(deps, order, payment), all].toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

/**
 * Why the shop looks first before money goes back, in words for the desk; undefined if it goes back at once. PayPal keeps its fee of
 * what is given back: docs/decisions/own-orders.md.
 */
export async function whyLookFirst(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  db: Database | Transaction,
  { order, payment, backPence }: { order: OrderRow; payment: PaymentRow | undefined; backPence: number },
): Promise<string | undefined> {
  const counted = keysOf(deps, order, payment);
  const now = deps.clock.now().getTime();
  const isCounted = counted.map(({ whose, key }) =>
    and(eq(ownCancellations.key, key), gt(ownCancellations.at, new Date(now - ROOM[whose].days * DAY_MS))),
  );
  const rows = await db
    .select({
      key: ownCancellations.key,
      count: sql<number>`count(*)::int`,
      pence: sql<number>`sum(${ownCancellations.pence})::int`,
    })
    .from(ownCancellations)
    .where(or(...isCounted))
    .groupBy(ownCancellations.key);
  let because: string | undefined;
  for (const { whose, key } of counted) {
    const { count, pence } = rows.find((row) => row.key === key) ?? { count: 0, pence: 0 };
    const room = ROOM[whose];
    if (count < room.count && pence + backPence <= room.pence) continue;
    // Nothing was cancelled before: its sum alone is too much.
    if (count === 0) {
      because ??= `This order is ${inPounds(backPence)}: more than ${inPounds(OF_ONE.pence)} does not go back without a look.`;
      continue;
    }
    const times = count === 1 ? 'one order' : `${count} orders`;
    const within = room.days === 1 ? 'day' : `${room.days} days`;
    return `${whose} cancelled ${times} (${inPounds(pence)}) in the last ${within}. This one is ${inPounds(backPence)}.`;
  }
  return because;
}

/** One after the other, of all that count together: so that many at once are counted one by one. In the order of the keys, and last of all locks. */
export async function lockOwnCancellations(
  deps: Pick<Deps, 'secrets'>,
  tx: Transaction,
  order: OrderRow,
  payment: PaymentRow,
): Promise<void> {
  for (const { key } of keysOf(deps, order, payment))
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Counts one that goes back at once, in the transaction that cancels. */
export async function countOwnCancellation(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Transaction,
  { order, payment, backPence }: { order: OrderRow; payment: PaymentRow; backPence: number },
): Promise<void> {
  const row = { orderId: order.id, pence: backPence, at: deps.clock.now() };
  await tx.insert(ownCancellations).values(keysOf(deps, order, payment).map(({ key }) => ({ ...row, key })));
}

/** Nothing of them is needed for longer than they count. */
export async function deleteOldCancellations({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db
    .delete(ownCancellations)
    .where(lt(ownCancellations.at, new Date(clock.now().getTime() - OF_ONE.days * DAY_MS)));
}
