import type { PressedOrders } from '#contract/desk.ts';
import { toRefusal } from './send.ts';

/** `Tied`, pressed while the shop could not be reached. */
export type KeptPress = { orders: number[]; at: string };

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

/**
 * Sends what is kept, in the order it was pressed, and forgets each as soon as the shop has answered. An answer can be lost: one
 * that is tied already is what was wanted.
 */
export async function sendKept(staff: number, tie: SendTie, store: Store = localStorage): Promise<SentKept> {
  const words: string[] = [];
  for (let [first] = listKept(staff, store); first; [first] = listKept(staff, store)) {
    try {
      const { orders } = await tie(first.orders);
      words.push(...orders.flatMap((pressed) => (pressed.stage === 'tied' ? [] : (pressed.words ?? []))));
    } catch (error) {
      const { status, message } = toRefusal(error);
      if (isForLater(status)) return { isSent: false, words };
      words.push(message);
    }
    forgetOrders(staff, first.orders, store);
  }
  return { isSent: true, words };
}
