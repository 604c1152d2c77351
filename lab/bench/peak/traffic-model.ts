/**
 * What one order brings with it: the assumptions of the simulation and of docs/scaling.md. They are stated, not measured;
 * a shop that knows its own numbers puts them here.
 */
export const MODEL = {
  /** One visit in forty ends with an order. */
  visits: 40,
  /** Of each visit. With the first page come its files; the browser keeps them for the others. */
  pages: { 'home page': 1, 'list page': 1.5, 'bouquet page': 2.5 },
  /** Three visits in ten search, and each sends a request at four letters. Half of the words were cached before. */
  searches: { 'search, known word': 0.6, 'search, new word': 0.6 },
  /** Three carts for an order: two of three are left. Half of the people are new, the others log in. */
  carts: { 'leaves, new': 1, 'leaves, known': 1, 'buys, new': 0.5, 'buys, known': 0.5 },
  /** How often a cart is read before it is left or paid for, and an order after it. */
  cartReads: 4,
  orderReads: 2,
  /** The sheet of the day is fetched again, and somebody presses, twice for each order: tied, and out. */
  desk: { 'desk, sheet': 2, 'desk, press': 2 },
} as const;

/** Per cent of the day's visits and orders in each hour, the first from midnight. Before noon is the last hour for tomorrow. */
export const HOURS = [1, 0.5, 0.5, 0.5, 0.5, 1, 2, 4, 6, 8, 10, 12, 7, 6, 5, 5, 5, 5, 5, 5, 4.5, 3.5, 2, 1];
export const PEAK_HOUR = HOURS.indexOf(Math.max(...HOURS));

export type Visit = keyof typeof MODEL.carts;
/** A request by itself, that nobody waits for to send the next. */
export type Single = keyof typeof MODEL.pages | keyof typeof MODEL.searches | keyof typeof MODEL.desk | 'file';
export type Kind = Single | (typeof BUYING)[number];

export const BUYING = [
  ...(['register', 'log in', 'start a cart', 'read the cart', 'change the cart', 'address and note'] as const),
  ...(['open the payment', 'capture', 'read the order'] as const),
] as const;

export type Group = 'looking' | 'buying' | 'desk';

export function groupOf(kind: Kind): Group {
  if (kind in MODEL.desk) return 'desk';
  return (BUYING as readonly Kind[]).includes(kind) ? 'buying' : 'looking';
}

/** How often each single request is sent for an order, with so many files on a first page. */
export function singlesPerOrder(files: number): Record<Single, number> {
  const { visits, pages, searches, desk } = MODEL;
  const perVisit = { ...pages, ...searches, file: files };
  const ofVisits = Object.entries(perVisit).map(([kind, count]) => [kind, visits * count]);
  return { ...Object.fromEntries(ofVisits), ...desk };
}

/** The same for the requests of those who fill a cart, as `journeys.ts` sends them. */
export function buyingPerOrder(): Record<(typeof BUYING)[number], number> {
  const { carts, cartReads, orderReads } = MODEL;
  const all = Object.values(carts).reduce((sum, count) => sum + count, 0);
  const known = carts['leaves, known'] + carts['buys, known'];
  return {
    register: all - known,
    'log in': known,
    'start a cart': all,
    'read the cart': all * cartReads,
    // Whoever is new has no address yet: it is added, chosen, and a note is written.
    'change the cart': all,
    'address and note': 2 + carts['buys, new'],
    'open the payment': 1,
    capture: 1,
    'read the order': orderReads,
  };
}
