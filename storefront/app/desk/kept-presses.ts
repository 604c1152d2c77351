import type { PressedOrders } from '#contract/desk.ts';
import { toRefusal } from './send.ts';

/** `Tied`, pressed while the shop could not be reached. */
export type KeptPress = {
  orders: number[];
  at: string;
  /** How often the shop failed on it, and when last. */
  failed?: { times: number; at: number };
  /** The shop failed on it too often: it stays, and so does what was pressed for its orders later, until somebody decides. */
  isStuck?: boolean;
};

/** How often a press is tried that the shop fails on, and how long after each other. */
export const MOST_TRIES = 5;
const PAUSE_MS = 4_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type SendTie = (orders: number[]) => Promise<PressedOrders>;
/** `words`: what the shop did not take, and why. */
export type SentKept = { isSent: boolean; words: string[] };

/** Of each member of staff: a tablet is shared, and nobody's press is sent under another's name. */
const nameFor = (staff: number) => `desk-kept-presses-${staff}`;

export function listKept(staff: number, store: Store = localStorage): KeptPress[] {
  try {
    return JSON.parse(store.getItem(nameFor(staff)) ?? '[]') as KeptPress[];
  } catch {
    return [];
  }
}

function write(staff: number, kept: KeptPress[], store: Store): void {
  if (kept.length > 0) store.setItem(nameFor(staff), JSON.stringify(kept));
  else store.removeItem(nameFor(staff));
}

export function keepPress(staff: number, press: KeptPress, store: Store = localStorage): void {
  write(staff, [...listKept(staff, store), press], store);
}

/** Takes orders out of what is kept: it has not been sent, so nobody needs to be told. */
export function forgetOrders(staff: number, orders: readonly number[], store: Store = localStorage): void {
  const left = listKept(staff, store).map((press) => ({
    ...press,
    orders: press.orders.filter((id) => !orders.includes(id)),
  }));
  write(
    staff,
    left.filter((press) => press.orders.length > 0),
    store,
  );
}

/** The shop is not there, or somebody has to sign in first: what is kept stays. */
export const isForLater = (status: number): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

const isSame = (one: KeptPress, other: KeptPress) => one.at === other.at && one.orders.join() === other.orders.join();

const change = (staff: number, press: KeptPress, store: Store) =>
  write(
    staff,
    listKept(staff, store).map((one) => (isSame(one, press) ? press : one)),
    store,
  );

/** The shop fails on it no longer: once more from the beginning. */
export const tryAgain = (staff: number, { orders, at }: KeptPress, store: Store = localStorage): void =>
  change(staff, { orders, at }, store);

/** The first that can be sent: presses of one order go in their order, so nothing overtakes one that is stuck. */
function findNext(kept: readonly KeptPress[]): KeptPress | undefined {
  const stuck = new Set(kept.flatMap(({ orders, isStuck }) => (isStuck ? orders : [])));
  return kept.find(({ orders, isStuck }) => !isStuck && !orders.some((id) => stuck.has(id)));
}

/**
 * Sends what is kept, in the order it was pressed, and forgets each as soon as the shop has answered. An answer can be lost: one
 * that is tied already is what was wanted. One that the shop fails on is tried some times, then put aside, and the others go on.
 */
export async function sendKept(staff: number, tie: SendTie, store: Store = localStorage): Promise<SentKept> {
  const words: string[] = [];
  for (let next = findNext(listKept(staff, store)); next; next = findNext(listKept(staff, store))) {
    const { orders: ids, failed } = next;
    if (failed && Date.now() - failed.at < PAUSE_MS) return { isSent: false, words };
    try {
      const { orders } = await tie(ids);
      words.push(...orders.flatMap((pressed) => (pressed.stage === 'tied' ? [] : (pressed.words ?? []))));
    } catch (error) {
      const { status, message } = toRefusal(error);
      if (status === 500) {
        const times = (failed?.times ?? 0) + 1;
        const isStuck = times >= MOST_TRIES;
        change(staff, { ...next, failed: { times, at: Date.now() }, isStuck }, store);
        if (isStuck) continue;
      }
      if (isForLater(status)) return { isSent: false, words };
      words.push(message);
    }
    forgetOrders(staff, ids, store);
  }
  return { isSent: true, words };
}
