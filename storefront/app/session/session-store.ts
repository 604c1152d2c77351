import { useSyncExternalStore } from 'react';
import type { Profile, Tokens, User } from '#contract/accounts.ts';
import { forgetEmailState, putAwayForToday, storeEmailState } from './email/email-state.ts';
import { sessionOf } from './read-claims.ts';

/** Unknown on the server and until hydration: the same HTML is sent to everybody. */
export type Session = 'unknown' | 'guest' | 'signed-in';

const ACCESS = 'access_token';
const REFRESH = 'refresh_token';

/** The person signed in, with the profile once the account page has fetched it. */
export type StoredUser = User & Partial<Profile>;

let user: StoredUser | undefined;
let destination: string | undefined;
/** Counts the sessions of this page, so that a response for one person is never shown to the next. */
let generation = 0;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) || undefined;
  } catch {
    // Storage is forbidden: nobody is signed in.
    return undefined;
  }
}

export const readTokens = () => ({ access: read(ACCESS), refresh: read(REFRESH) });

/** The refresh token is stored first: if the browser dies in between, an old access token does no harm. */
function store({ access, refresh }: Tokens): void {
  localStorage.setItem(REFRESH, refresh);
  localStorage.setItem(ACCESS, access);
}

/** Stores newer tokens of the same session. */
export function storeTokens(tokens: Tokens): void {
  store(tokens);
  notify();
}

/** Signs in, here and in every tab, and opens the page that the visitor wanted. Throws where storage is forbidden. */
export function openSession(tokens: Tokens, person: User | undefined, goTo: string): void {
  store(tokens);
  generation += 1;
  user = person;
  destination = goTo;
  forgetEmailState();
  if (person) storeEmailState(person.email_confirmed);
  notify();
}

/** Whoever uses this tab next need not know who waited for a code in it, nor who was welcomed. */
function forgetInTab(): void {
  try {
    sessionStorage.removeItem('login_code');
    sessionStorage.removeItem('toast_after_load');
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** Ends the session, here and in every tab, with all that was known of the person. */
export function closeSession(goTo?: string): void {
  generation += 1;
  user = undefined;
  destination = goTo;
  forgetInTab();
  try {
    // Whoever uses the browser next need not know which bouquets were looked at.
    localStorage.removeItem('recently_seen');
    forgetEmailState();
    localStorage.removeItem(ACCESS);
    localStorage.removeItem(REFRESH); // Last: other tabs end the session when this key is removed.
  } catch {
    // Storage is forbidden: nothing was stored.
  }
  notify();
}

/** Called once the navigation to the destination has begun. */
export function clearDestination(): void {
  destination = undefined;
}

export const isUserLoaded = () => user !== undefined;

/** Stores the profile of the person signed in, unless it was fetched in an earlier session. */
export function storeUser(profile: Profile, fetchedIn: number): void {
  if (fetchedIn !== generation) return;
  user = profile;
  storeEmailState(profile.email_confirmed);
  notify();
}

/** The line that asks to confirm the address comes back tomorrow. */
export function putConfirmingAway(): void {
  putAwayForToday();
  notify();
}

export const sessionGeneration = () => generation;

/** Either token alone means being signed in. */
export const isSignedIn = () => Boolean(read(ACCESS) ?? read(REFRESH));

function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (key !== null && key !== ACCESS && key !== REFRESH) return;
  // Storage events arrive key by key: the session is over when the refresh token is removed, which happens last.
  if (key === null || (key === REFRESH && newValue === null)) {
    generation += 1;
    user = undefined;
    forgetInTab();
  }
  notify();
}

/** Calls the listener at every change of the session, in this tab or another. Returns a function that unsubscribes. */
export function subscribeToSession(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs);
  };
}

/** The page that the last change of the session leads to, until it is opened. */
export const useDestination = (): string | undefined =>
  useSyncExternalStore(
    subscribeToSession,
    () => destination,
    () => undefined,
  );

export const useSession = (): Session =>
  useSyncExternalStore<Session>(
    subscribeToSession,
    () => (isSignedIn() ? 'signed-in' : 'guest'),
    () => 'unknown',
  );

/** The person signed in, once fetched. */
export const useUser = (): StoredUser | undefined =>
  useSyncExternalStore(
    subscribeToSession,
    () => user,
    () => undefined,
  );

let lastId: string | undefined;

/** Identifies the session, so that data of one is never shown in another; undefined for guests. */
export const sessionId = (): string | undefined => {
  const { access, refresh } = readTokens();
  // A token that cannot be read is about to be renewed: the session stays the same.
  lastId = access || refresh ? (sessionOf(access) ?? lastId ?? refresh ?? access) : undefined;
  return lastId;
};

export const useSessionId = (): string | undefined =>
  useSyncExternalStore(subscribeToSession, sessionId, () => undefined);
