import type { UpdateWishes } from '#contract/cart.ts';
import type { Day } from '#contract/day.ts';
import { findClosure, formatDay, furthestDay, londonDay } from '#contract/delivery.ts';
import type { ChangeOrder } from '#contract/desk-change-orders.ts';
import type { OrderStage } from '#contract/orders.ts';
import { districtOf, formatPostcode } from '#contract/postcode.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import { collectionDay } from '#server/features/delivery/collection-day.ts';
import { ANNOUNCE_PLACES, takePlace } from '#server/features/delivery/count-places.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { readRules } from '#server/features/delivery/read-rules.ts';
import { actorOf, type DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, gt, inArray, sql } from '#server/platform/database/drizzle.ts';
import { listLimited } from '../cart/limited-bouquets.ts';
import { requireBouquetDays } from '../cart/require-bouquet-days.ts';
import { NO_WISHES } from '../cart/wishes-at.ts';
import { addressLines } from '../letters/address-lines.ts';
import { describeWishes } from '../letters/describe-wishes.ts';
import { writeToBuyer } from '../letters/write-to-buyer.ts';
import { listLines } from '../list-lines.ts';
import { lockOrder } from '../lock-order.ts';
import { recordEvent } from '../record-event.ts';
import { type OrderRow, orders } from '../table.ts';
import { findReported, whyNotWhileReported } from './find-reported.ts';
import { orderEvents } from './table.ts';

type ChangeDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>;
type StoredAddress = NonNullable<OrderRow['address']>;
export type Changed = { what: (typeof CHANGES)[number]; before: string[] };
/** Wishes are the buyer's own to change. */
type Wanted = Omit<ChangeOrder, 'seen'> & UpdateWishes;

const CHANGES = ['day', 'address', 'card', 'wishes'] as const;

/** Why the address and the day of an order cannot change any more. */
const WHY_NOT: Partial<Record<OrderStage, string>> = {
  'awaiting payment': 'PayPal has not confirmed its payment yet.',
  out: 'It is on its way: only a call to the driver helps.',
  delivered: 'It was delivered.',
  cancelled: 'It is cancelled.',
};
/** The card goes with the flowers when they are tied. */
const WHY_NOT_CARD: Partial<Record<OrderStage, string>> = {
  ...WHY_NOT,
  tied: 'It is tied: the card is with the flowers.',
  'not delivered': 'The card is with the flowers.',
};
const LEFT = 'Its buyer has left, and nothing of them is stored.';

export const whyNotChange = ({ stage, address }: OrderRow): string | null =>
  WHY_NOT[stage] ?? (address === null ? LEFT : null);
export const whyNotCard = ({ stage, address }: OrderRow): string | null =>
  WHY_NOT_CARD[stage] ?? (address === null ? LEFT : null);

/**
 * Another day, address or card for an order that was paid for, with an event for each and one letter to the buyer. All of it or
 * nothing. Refused if somebody changed the same since the page was loaded.
 */
export async function changeOrder(
  deps: ChangeDeps,
  by: DoneBy,
  orderId: number,
  wanted: ChangeOrder,
): Promise<Changed[]> {
  return deps.db.transaction(async (tx) => {
    await shareRules(tx);
    const order = await lockOrder(tx, orderId);
    await requireUnchanged(tx, orderId, wanted.seen);
    return changeLocked(deps, tx, order, by, wanted);
  });
}

/** The same for an order that is locked, after the rules of delivery. */
export async function changeLocked(
  deps: Omit<ChangeDeps, 'db'>,
  tx: Transaction,
  order: OrderRow,
  by: DoneBy,
  wanted: Wanted,
): Promise<Changed[]> {
  const at = deps.clock.now();
  const { address, wishes, isMoved, isElsewhere, isReworded, isWished } = compare(order, wanted);
  if (isMoved || isElsewhere) requireNull(whyNotChange(order) ?? whyNotWhileReported(await findReported(tx, order.id)));
  if (isReworded || isWished) requireNull(whyNotCard(order));
  if (!isMoved && !isElsewhere && !isReworded && !isWished) return [];
  const day = (isMoved ? wanted.delivery_date : order.deliveryDate) as Day;
  if (isMoved) await takeDay(tx, order, day, at);
  const changed = await writeChange(tx, order, {
    ...(isReworded && { text: wanted.text as string }),
    ...(isMoved && { deliveryDate: day }),
    ...(isElsewhere && { address, shippingAddressId: null }),
    // Words about one door are not taken to another.
    ...(isElsewhere && !isSameDoor(order.address, address) && { ...NO_WISHES, ...wishes }),
    ...((isMoved || isElsewhere) && { collectedOn: collectionDay(day, address?.postal_code ?? '') }),
    ...(isWished && wishes),
  });
  if (isMoved || isElsewhere) requireInTime(changed, order, at);
  const told = describeChanges(order, { isMoved, isElsewhere, isReworded, isWished });
  for (const { what, before } of told) {
    const was = what === 'day' ? order.deliveryDate : before.join('\n');
    await recordEvent(tx, order.id, { at, ...by, what, before: was, after: AFTER[what](changed) });
  }
  if (wanted.tell)
    await writeToBuyer(deps, tx, changed, ({ order: now, ...letter }) => ({
      kind: 'order-changed',
      ...letter,
      changed: told,
      byBuyer: by.actor === 'buyer',
      order: { ...now, wishes: describeWishes(changed) },
    }));
  return told;
}

const DOOR = ['street_address', 'apartment_address', 'city', 'postal_code'] as const;

const isSameDoor = (one: StoredAddress | null, other: StoredAddress | null): boolean =>
  DOOR.every((part) => one?.[part] === other?.[part]);

/** What of it is different from what the order has: nothing, where the same was sent before. */
export function compare(order: OrderRow, wanted: Wanted) {
  const given = readAddress(wanted);
  const address = order.address && { ...order.address, ...given };
  const { driver_note: driverNote, swap_choice: swapChoice, nobody_in: nobodyIn } = wanted;
  const wishes = { ...definedOnly({ driverNote, swapChoice, nobodyIn }) };
  return {
    address,
    wishes,
    isMoved: wanted.delivery_date !== undefined && wanted.delivery_date !== order.deliveryDate,
    isElsewhere: address ? JSON.stringify(address) !== JSON.stringify(order.address) : Object.keys(given).length > 0,
    isReworded: wanted.text !== undefined && wanted.text !== order.text,
    isWished: describeWishes({ ...order, ...wishes }).join() !== describeWishes(order).join(),
  };
}

const AFTER = {
  day: ({ deliveryDate }) => deliveryDate,
  address: (order) => linesOf(order).join('\n'),
  card: ({ text }) => text,
  wishes: (order) => describeWishes(order).join('\n'),
} satisfies Record<Changed['what'], (changed: OrderRow) => string | null>;

const definedOnly = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;

function requireNull(why: string | null): void {
  if (why !== null) throw new Conflict(`${why} Nothing was changed.`);
}

function readAddress(wanted: Wanted): Partial<StoredAddress> {
  const { recipient_name, street_address, apartment_address, city, postal_code, phone } = wanted;
  return definedOnly({
    recipient_name,
    street_address,
    apartment_address,
    city,
    postal_code,
    phone,
  }) as Partial<StoredAddress>;
}

/** Names whoever changed the same order since: of two who change it, one looks again. */
async function requireUnchanged(tx: Transaction, orderId: number, seen: number): Promise<void> {
  const since = await findChangeSince(tx, orderId, seen);
  const who = since && actorOf(since) === 'buyer' ? 'The buyer' : since?.who;
  if (since) throw new Conflict(`${who} has changed the ${since.what} meanwhile. Look at it again before you save.`);
}

/** The last change of an order that a page does not show, if there is one. */
export async function findChangeSince(tx: Transaction, orderId: number, seen: number) {
  const isNewer = and(
    eq(orderEvents.orderId, orderId),
    gt(orderEvents.id, seen),
    inArray(orderEvents.what, [...CHANGES]),
  );
  const [since] = await tx.select().from(orderEvents).where(isNewer).orderBy(desc(orderEvents.id)).limit(1);
  return since;
}

/**
 * Takes a place on a day that somebody at the desk chose: like a buyer, but for the cut-off, since whoever ties knows what can still
 * be tied. The rules must be shared and the order locked.
 */
export async function takeDay(tx: Transaction, order: OrderRow, day: Day, at: Date): Promise<void> {
  const { rules, limits } = await readRules(tx, at);
  if (day < londonDay(at)) throw refusal('This day is over.');
  if (day > furthestDay(at, rules)) throw refusal(`We deliver up to ${rules.days_ahead} days ahead.`);
  const closure = findClosure(day, rules);
  if (closure) throw refusal(`We do not deliver on ${formatDay(day)}: ${closure.words.replace(/\.$/, '')}.`);
  if (!(await takePlace(tx, day, limits))) throw refusal(`${formatDay(day)} is full.`);
  await requireBouquetDays(tx, await listLimited(tx, await listLines(tx, [order.id])), day);
}

const refusal = (words: string) => new Invalid({ delivery_date: [words] });

/** What a carrier brings leaves a day before: that day may be over. */
export function requireInTime({ collectedOn, address, deliveryDate }: OrderRow, before: OrderRow, at: Date): void {
  if (collectedOn === null || collectedOn >= londonDay(at) || collectedOn === before.collectedOn) return;
  const district = districtOf(address?.postal_code ?? '') || formatPostcode(address?.postal_code ?? '');
  const words = `Our vans do not go to ${district}. By carrier it cannot come on ${formatDay(deliveryDate as Day)}: choose a later day.`;
  throw new Invalid(before.deliveryDate === deliveryDate ? { postal_code: [words] } : { delivery_date: [words] });
}

type Change = Partial<Pick<OrderRow, 'text' | 'deliveryDate' | 'address' | 'shippingAddressId'>> &
  Partial<Pick<OrderRow, 'driverNote' | 'swapChoice' | 'nobodyIn'>> & {
    collectedOn?: ReturnType<typeof collectionDay>;
  };

async function writeChange(tx: Transaction, { id }: OrderRow, change: Change): Promise<OrderRow> {
  const [changed] = await tx.update(orders).set(change).where(eq(orders.id, id)).returning();
  // The place on the day before is free again.
  if (change.deliveryDate) await tx.execute(sql`select ${ANNOUNCE_PLACES}`);
  return changed as OrderRow;
}

const linesOf = ({ address, buyer }: OrderRow): string[] => addressLines(address, buyer ?? '', 'florist');

type Is = Record<'isMoved' | 'isElsewhere' | 'isReworded' | 'isWished', boolean>;

function describeChanges(order: OrderRow, is: Is): Changed[] {
  return [
    ...(is.isMoved ? [{ what: 'day' as const, before: [formatDay(order.deliveryDate as Day)] }] : []),
    ...(is.isElsewhere ? [{ what: 'address' as const, before: linesOf(order) }] : []),
    ...(is.isReworded ? [{ what: 'card' as const, before: order.text === '' ? [] : order.text.split('\n') }] : []),
    ...(is.isWished ? [{ what: 'wishes' as const, before: describeWishes(order) }] : []),
  ];
}
