import { useSyncExternalStore } from 'react';
import type { Profile, Tokens, User } from '#contract/accounts.ts';
import { sessionOf } from './read-claims.ts';

/** Unknown on the server and until the page is awake: the same bytes are drawn for everybody. */
export type Session = 'unknown' | 'guest' | 'signed-in';

const ACCESS = 'access_token';
const REFRESH = 'refresh_token';

/** Who signed in, and what the account page has asked for since. */
export type StoredUser = User & Partial<Profile>;

let user: StoredUser | undefined;
let destination: string | undefined;
/** Counts the sessions of this page, so that an answer for one person is never shown to the next. */
let era = 0;
const watchers = new Set<() => void>();

const tell = () => {
  for (const watcher of watchers) watcher();
};

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) || undefined;
  } catch {
    // Storage may be forbidden: then nobody is signed in.
    return undefined;
  }
}

export const readTokens = () => ({ access: read(ACCESS), refresh: read(REFRESH) });

/** The refresh token goes first: should the browser die in between, an old access token does no harm. */
function store({ access, refresh }: Tokens): void {
  localStorage.setItem(REFRESH, refresh);
  localStorage.setItem(ACCESS, access);
}

/** Keeps newer tokens of the same session. */
export function storeTokens(tokens: Tokens): void {
  store(tokens);
  tell();
}

/** Signs in, here and in every tab, and leads to where the visitor wanted to go. Throws where storage is forbidden. */
export function openSession(tokens: Tokens, who: User | undefined, goTo: string): void {
  store(tokens);
  era += 1;
  user = who;
  destination = goTo;
  tell();
}

/** Ends the session, here and in every tab, with all that was known of the person. */
export function closeSession(goTo?: string): void {
  era += 1;
  user = undefined;
  destination = goTo;
  try {
    localStorage.removeItem(ACCESS);
    localStorage.removeItem(REFRESH); // Last: other tabs take this for the end.
  } catch {
    // Forbidden storage holds nothing.
  }
  tell();
}

/** Says that the visitor is on the way. */
export function dropDestination(): void {
  destination = undefined;
}

/** Keeps what the shop says of the person signed in, unless that was asked in an earlier session. */
export function storeUser(who: Profile, askedIn: number): void {
  if (askedIn !== era) return;
  user = who;
  tell();
}

export const currentEra = () => era;

/** Signed in is whoever has either token. */
export const isSignedIn = () => Boolean(read(ACCESS) ?? read(REFRESH));

function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (key !== null && key !== ACCESS && key !== REFRESH) return;
  // Tabs hear of one key after the other: the session is over with the last.
  if (key === null || (key === REFRESH && newValue === null)) {
    era += 1;
    user = undefined;
  }
  tell();
}

/** Tells of every change of the session, in whichever tab it happens. What it returns ends that. */
export function watchSession(watcher: () => void): () => void {
  if (watchers.size === 0) addEventListener('storage', followOtherTabs);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) removeEventListener('storage', followOtherTabs);
  };
}

/** Where the last change of the session leads, until it is taken. */
export const useDestination = (): string | undefined =>
  useSyncExternalStore(
    watchSession,
    () => destination,
    () => undefined,
  );

export const useSession = (): Session =>
  useSyncExternalStore<Session>(
    watchSession,
    () => (isSignedIn() ? 'signed-in' : 'guest'),
    () => 'unknown',
  );

/** The person signed in, once the shop has been asked. */
export const useUser = (): StoredUser | undefined =>
  useSyncExternalStore(
    watchSession,
    () => user,
    () => undefined,
  );

let lastId: string | undefined;

/** Names the session, so that what belongs to one is never taken for another's; undefined for guests. */
export const sessionId = (): string | undefined => {
  const { access, refresh } = readTokens();
  // A token that cannot be read is about to be renewed: the session stays what it was.
  lastId = access || refresh ? (sessionOf(access) ?? lastId ?? refresh ?? access) : undefined;
  return lastId;
};

export const useSessionId = (): string | undefined => useSyncExternalStore(watchSession, sessionId, () => undefined);
