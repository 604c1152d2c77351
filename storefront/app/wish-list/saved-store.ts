import { useSyncExternalStore } from 'react';
import { MAX_WISH_LIST } from '#contract/limits.ts';
import { toRecord } from '../api/to-record.ts';
import { subjectOf } from '../session/read-claims.ts';
import { isSignedIn, readTokens, subscribeToSession } from '../session/session-store.ts';

/** What this browser knows of a wish list. Every tab reads and writes the same. */
type SavedList = {
  /** Whose it is; empty for a guest's. Nobody else is shown it, and it is merged into no other account. */
  who: string;
  /** Ids of bouquets, saved last first. */
  products: readonly number[];
  /** What was saved before signing in and the shop has not taken over yet. */
  unmerged: readonly number[];
  /** When the shop sent it. */
  fetchedAt: number;
};

const KEY = 'wish_list';
const EMPTY: SavedList = { who: '', products: [], unmerged: [], fetchedAt: 0 };

/** The same as in local storage, for browsers that forbid storage. */
let inMemory: SavedList = EMPTY;
let saved: readonly number[] = [];
const listeners = new Set<() => void>();

function read(): SavedList {
  try {
    const { who, products, unmerged, fetchedAt } = toRecord(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    if (typeof who !== 'string') return EMPTY;
    const at = typeof fetchedAt === 'number' ? fetchedAt : 0;
    return { who, products: toIds(products), unmerged: toIds(unmerged), fetchedAt: at };
  } catch (error) {
    // What is there but cannot be read is as good as nothing.
    return error instanceof SyntaxError ? EMPTY : inMemory;
  }
}

const toIds = (stored: unknown): number[] =>
  Array.isArray(stored) ? stored.filter((id) => Number.isInteger(id) && id > 0).slice(0, MAX_WISH_LIST) : [];

function store(list: SavedList): void {
  inMemory = list;
  try {
    if (list.who === '' && list.products.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Storage is forbidden: the list is gone with the page.
  }
}

/** The person whose list it would be: empty for guests, undefined while the token that names them cannot be read. */
const readWho = () => (isSignedIn() ? subjectOf(readTokens().access) : '');

/** The list of whoever is here. What a guest saved belongs to the person who then signs in, and to nobody after them. */
export function readSaved(): SavedList {
  const who = readWho();
  const list = read();
  if (who === undefined) return EMPTY;
  if (list.who === who) return list;
  if (list.who !== '') return { ...EMPTY, who };
  return { who, products: list.products, unmerged: list.products, fetchedAt: 0 };
}

/** Notes at once to whom the list belongs, so that it cannot go to another account later. */
function refresh(): void {
  const list = readSaved();
  if (readWho() !== undefined && read().who !== list.who) store(list);
  if (`${list.products}` === `${saved}`) return;
  saved = list.products;
  for (const listener of listeners) listener();
}

/** Changes the list of the person who is here; of somebody else's nothing. */
export function changeSaved(who: string, change: (list: SavedList) => Partial<SavedList>): void {
  const list = readSaved();
  if (readWho() !== who) return;
  store({ ...list, ...change(list) });
  refresh();
}

/** Puts a bouquet on the list in this browser, or takes it off. */
export const markSaved = (id: number, isSaved: boolean): void =>
  changeSaved(readSaved().who, ({ products, unmerged }) => ({
    products: isSaved ? [id, ...products.filter((other) => other !== id)] : products.filter((other) => other !== id),
    unmerged: isSaved ? unmerged : unmerged.filter((other) => other !== id),
  }));

export const isOnList = (id: number): boolean => saved.includes(id);

let started = false;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!started) start();
  return () => listeners.delete(listener);
}

function start(): void {
  started = true;
  refresh();
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && refresh());
  subscribeToSession(refresh);
}

/** Unknown on the server and until hydration: the same HTML is sent to everybody. */
export const useIsSaved = (id: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOnList(id),
    () => false,
  );

const NONE: readonly number[] = [];
export const useSaved = (): readonly number[] =>
  useSyncExternalStore(
    subscribe,
    () => saved,
    () => NONE,
  );
