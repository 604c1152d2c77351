import { useSyncExternalStore } from 'react';
import { getJsonQuietly } from '../api/client.ts';
import { hasRunOut } from '../session/read-claims.ts';
import { isOwnDocument } from '../session/redirect-rules.ts';
import { isSignedIn, readTokens, sessionId, watchSession } from '../session/session-store.ts';

/** What every page knows of the cart: which order it is, and how many units are in it. */
export type StoredCart = { orderId: number | undefined; units: number };
type Counted = { id: number; order_items: readonly { quantity: number }[] };

const KEY = 'cart_seen';
const NEW_ENOUGH_MS = 5_000;
const LOOK_AGAIN_AFTER_MS = 60_000;
const EMPTY: StoredCart = { orderId: undefined, units: 0 };

/** What is shown while the shop has not answered yet; gone as soon as it has. */
let ahead = 0;
/** Where storage is forbidden, at least this page remembers. */
let inMemory: { session: string; cart: StoredCart } | undefined;
let seenAt = 0;
let waitsForToken = false;
const watchers = new Set<() => void>();
const followers = new Set<() => void>();

const tell = () => {
  for (const watcher of watchers) watcher();
};

/** What is known of the cart of whoever is signed in; in local storage, so that all tabs know the same. */
export function storedCart(): StoredCart {
  const session = sessionId();
  if (!session) return EMPTY;
  const kept = readKept() ?? inMemory;
  return kept?.session === session ? kept.cart : EMPTY;
}

function readKept(): typeof inMemory {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof kept?.session === 'string' && typeof kept.cart?.units === 'number' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what the shop said of the cart, for every tab. */
export function storeCart(order: Counted | undefined): void {
  const units = order?.order_items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  storeLines({ orderId: order?.id, units });
}

export function storeLines(cart: StoredCart): void {
  const session = sessionId();
  if (!session) return;
  seenAt = Date.now();
  inMemory = { session, cart };
  try {
    localStorage.setItem(KEY, JSON.stringify(inMemory));
  } catch {
    // Then other tabs find out by themselves.
  }
  tell();
}

/** Keeps what adding was answered. What was added earlier may have been paid for since: then the shop is asked for the cart. */
export function storeResponse(answer: unknown): void {
  const order = answer as Counted & { status: string; being_paid: boolean };
  if (order.status === 'P' && !order.being_paid) storeCart(order);
  else refetchCartNow();
}

/** Asks the shop, however lately it was asked. */
export function refetchCartNow(): void {
  seenAt = 0;
  void refetchCart();
}

/** Counts units before the shop has said yes; what it returns takes that back. */
export function countAhead(units: number): () => void {
  let counted = true;
  ahead += units;
  tell();
  return () => {
    if (!counted) return;
    counted = false;
    ahead -= units;
    tell();
  };
}

function forget(): void {
  inMemory = undefined;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** Asks the shop how many there are. Not knowing is no harm: then the number stays as it is. */
export async function refetchCart(): Promise<void> {
  const session = sessionId();
  if (!session || Date.now() - seenAt < NEW_ENOUGH_MS) return;
  // A private page asks for its own things and so renews a token that ran out; then it is our turn.
  const { access } = readTokens();
  waitsForToken = isOwnDocument(location.pathname) && (!access || hasRunOut(access));
  if (waitsForToken) return;
  const askedAt = Date.now();
  seenAt = askedAt;
  try {
    const pending = (await getJsonQuietly('/api/user/orders/?status=P')) as (Counted & { being_paid: boolean })[];
    const cart = pending.find(({ being_paid }) => !being_paid);
    // What was heard since is newer.
    if (sessionId() === session && seenAt === askedAt) storeCart(cart);
  } catch {
    // The next page asks again.
  }
}

/** Says that something was put into the cart, to those who show what is in it. */
export function showCartChanged(): void {
  for (const follower of followers) follower();
}

/** Calls when the cart was changed from outside: in another tab, or by adding to it. What it returns ends that. */
export function followCart(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

let started = false;
function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (!started) start();
  return () => watchers.delete(watcher);
}

function start(): void {
  started = true;
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    tell();
    showCartChanged();
  });
  let session = sessionId();
  watchSession(() => {
    if (sessionId() === session) return void (waitsForToken && refetchCart());
    session = sessionId();
    seenAt = 0;
    if (!isSignedIn()) forget();
    tell();
    void refetchCart();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - seenAt > LOOK_AGAIN_AFTER_MS) void refetchCart();
  });
  // The page comes first; the number that was known is shown meanwhile.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void refetchCart(), { timeout: 4_000 });
  else setTimeout(refetchCart, 1_500);
}

/** The number on the badge; 0 on the server and for guests. */
export const useCartUnits = (): number =>
  useSyncExternalStore(
    subscribe,
    () => Math.max(0, storedCart().units + (isSignedIn() ? ahead : 0)),
    () => 0,
  );
