import { useSyncExternalStore } from 'react';
import { getJson } from '../api/client.ts';
import { toRecord } from '../api/to-record.ts';
import { withQuery } from '../api/with-query.ts';
import { isExpired } from '../session/read-claims.ts';
import { needsDocumentLoad } from '../session/redirect-rules.ts';
import { isSignedIn, readTokens, sessionId, subscribeToSession } from '../session/session-store.ts';

/** What every page shows of the cart: which order it is, and how many units are in it. */
export type CartSummary = { orderId: number | undefined; units: number };
type Cart = { id: number; order_items: readonly { quantity: number }[] };

const KEY = 'cart_seen';
const FRESH_MS = 5_000;
const STALE_MS = 60_000;
const EMPTY: CartSummary = { orderId: undefined, units: 0 };

/** Units that the badge counts before the shop has confirmed them. */
let optimisticUnits = 0;
/** The same as in local storage, for browsers that forbid storage. */
let inMemory: { session: string; cart: CartSummary } | undefined;
let fetchedAt = 0;
let waitsForToken = false;
const unitListeners = new Set<() => void>();
const changeListeners = new Set<() => void>();

const notify = () => {
  for (const listener of unitListeners) listener();
};

/** The last known cart of the person signed in. Local storage shares it between tabs. */
export function readCartSummary(): CartSummary {
  const session = sessionId();
  if (!session) return EMPTY;
  const stored = readStored() ?? inMemory;
  return stored?.session === session ? stored.cart : EMPTY;
}

function readStored(): typeof inMemory {
  try {
    const { session, cart } = toRecord(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    const { orderId, units } = toRecord(cart);
    if (typeof session !== 'string' || typeof units !== 'number') return undefined;
    return { session, cart: { orderId: typeof orderId === 'number' ? orderId : undefined, units } };
  } catch {
    return undefined;
  }
}

/** Stores the summary of the cart that the shop sent, for every tab. */
export function storeCart(order: Cart | undefined): void {
  const units = order?.order_items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  storeCartSummary({ orderId: order?.id, units });
}

export function storeCartSummary(cart: CartSummary): void {
  const session = sessionId();
  if (!session) return;
  fetchedAt = Date.now();
  inMemory = { session, cart };
  try {
    localStorage.setItem(KEY, JSON.stringify(inMemory));
  } catch {
    // Storage is forbidden: other tabs fetch it themselves.
  }
  notify();
}

/** Whether JSON is an order that is the cart. Checked by hand: the contract's schema needs zod on every page. */
function isCart(json: unknown): json is Cart {
  const { id, status, order_items } = toRecord(json);
  const isCounted =
    Array.isArray(order_items) && order_items.every((item) => Number.isInteger(toRecord(item).quantity));
  return typeof id === 'number' && isCounted && status === 'P';
}

/** Stores the order that adding returned. If it has been paid since, it is not the cart, which is then fetched. */
export function storeAddResponse(response: unknown): void {
  // What answers may be a captive portal: then nothing says that anything was added.
  if (typeof toRecord(response).id !== 'number') throw new Error('The response is not an order.');
  if (isCart(response)) storeCart(response);
  else refetchCartSummaryNow();
}

/** Fetches the summary even if it is fresh. */
export function refetchCartSummaryNow(): void {
  fetchedAt = 0;
  void refetchCartSummary();
}

/** Counts units before the shop has confirmed them. Returns a function that takes them back. */
export function addOptimisticUnits(units: number): () => void {
  let counted = true;
  optimisticUnits += units;
  notify();
  return () => {
    if (!counted) return;
    counted = false;
    optimisticUnits -= units;
    notify();
  };
}

function clearStored(): void {
  inMemory = undefined;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** Fetches the summary, unless it is fresh. If that fails, the number stays as it is. */
export async function refetchCartSummary(): Promise<void> {
  const session = sessionId();
  if (!session || Date.now() - fetchedAt < FRESH_MS) return;
  // The requests of a private page renew an expired token. This one waits for that, and is sent when the session
  // changes.
  const { access } = readTokens();
  waitsForToken = needsDocumentLoad(location.pathname) && (!access || isExpired(access));
  if (waitsForToken) return;
  const startedAt = Date.now();
  fetchedAt = startedAt;
  try {
    const pending = await getJson(withQuery('/api/user/orders/', { status: 'P' }), { quietly: true });
    if (!Array.isArray(pending)) return;
    const cart = pending.find(isCart);
    // A summary stored since then is newer.
    if (sessionId() === session && fetchedAt === startedAt) storeCart(cart);
  } catch {
    // The next page fetches it again.
  }
}

/** Tells the pages that show the cart to fetch it again. */
export function notifyCartChanged(): void {
  for (const listener of changeListeners) listener();
}

/** Calls the listener when the cart was changed in another tab, or by adding to it. Returns an unsubscribe. */
export function subscribeToCart(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

let started = false;
function subscribe(listener: () => void): () => void {
  unitListeners.add(listener);
  if (!started) start();
  return () => unitListeners.delete(listener);
}

function start(): void {
  started = true;
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    notify();
    notifyCartChanged();
  });
  let session = sessionId();
  subscribeToSession(() => {
    if (sessionId() === session) return void (waitsForToken && refetchCartSummary());
    session = sessionId();
    fetchedAt = 0;
    if (!isSignedIn()) clearStored();
    notify();
    void refetchCartSummary();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - fetchedAt > STALE_MS) void refetchCartSummary();
  });
  // The page itself comes first; the stored number is shown meanwhile.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void refetchCartSummary(), { timeout: 4_000 });
  else setTimeout(refetchCartSummary, 1_500);
}

/** The number on the badge; 0 on the server and for guests. */
export const useCartUnits = (): number =>
  useSyncExternalStore(
    subscribe,
    () => Math.max(0, readCartSummary().units + (isSignedIn() ? optimisticUnits : 0)),
    () => 0,
  );
