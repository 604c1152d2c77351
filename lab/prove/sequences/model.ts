import { MAX_UNITS_PER_LINE } from '#contract/limits.ts';

/** What one person should find in the shop, computed without it. */
export type Model = {
  isSignedIn: boolean;
  cart: Cart | undefined;
  addresses: number[];
  /** By id. */
  reminders: Map<number, RememberedDate>;
  paid: Bought[];
  payment: { id: string; version: number; isApproved: boolean; isSetAside: boolean } | undefined;
  /** Whether somebody has come in through the mailbox: the first to do so ends what was set before. */
  isProven: boolean;
  hasPassword: boolean;
  /** The code that waits to be typed, as its letter has it. */
  code: { ticket: string; code: string; key: string; tries: number } | undefined;
  /** The key in the newest letter, whether or not it was used: the next letter has another. */
  lastKey: string | undefined;
  lettersAsked: number;
  wrongCodes: number;
};

type RememberedDate = { who: string; month: number; day: number };
type Bought = { id: number; lines: BoughtLine[]; note: string; totalPence: number };
type BoughtLine = { product: number; quantity: number; pence: number };
export type Cart = {
  id: number;
  lines: (BoughtLine & { id: number })[];
  note: string;
  address: number | null;
  day: string | null;
  /** Counts the changes: only the cart that was approved may be charged. */
  version: number;
};

export const startModel = (): Model => ({
  isSignedIn: true,
  cart: undefined,
  addresses: [],
  reminders: new Map(),
  paid: [],
  payment: undefined,
  isProven: false,
  hasPassword: true,
  code: undefined,
  lastKey: undefined,
  lettersAsked: 0,
  wrongCodes: 0,
});

export const openCart = (id: number): Cart => ({ id, lines: [], note: '', address: null, day: null, version: 0 });

export const totalOf = ({ lines }: Pick<Cart, 'lines'>): number =>
  lines.reduce((sum, { quantity, pence }) => sum + quantity * pence, 0);

/** Whether so many more of a bouquet still fit onto its line. */
export const fits = (cart: Cart | undefined, product: number, quantity: number): boolean =>
  (cart?.lines.find((line) => line.product === product)?.quantity ?? 0) + quantity <= MAX_UNITS_PER_LINE;

export function put(cart: Cart, line: BoughtLine & { id: number }): void {
  const same = cart.lines.find(({ product }) => product === line.product);
  if (same) same.quantity += line.quantity;
  else cart.lines.push({ ...line });
  cart.version++;
}

export function capture(model: Model): 'open' | 'changed' | 'paid' {
  const { cart, payment } = model;
  if (!cart || !payment || payment.isSetAside) return 'changed';
  if (!payment.isApproved) return 'open';
  if (payment.version !== cart.version) {
    payment.isSetAside = true;
    return 'changed';
  }
  const lines = cart.lines.map(({ product, quantity, pence }) => ({ product, quantity, pence }));
  model.paid.push({ id: cart.id, lines, note: cart.note, totalPence: totalOf(cart) });
  model.cart = undefined;
  model.payment = undefined;
  return 'paid';
}
