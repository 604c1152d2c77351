import { withNext } from './safe-path.ts';
import type { Session } from './session-store.ts';

const PRIVATE = /^\/(cart|profile|history)(\/|$)/;
const FOR_GUESTS = /^\/(login|register|forgot-password)$/;

/** Pages that are entered by a document load: their policies differ from those of the public pages. */
export const isOwnDocument = (path: string): boolean => PRIVATE.test(path.split(/[?#]/, 1)[0] ?? '');

/** Pages that one does not come back to by the browser's Back. */
export const isGuarded = (pathname: string): boolean => PRIVATE.test(pathname) || FOR_GUESTS.test(pathname);

/** Pages that one comes back to after logging in; those about who one is are none. */
export const leadsBack = (pathname: string): boolean =>
  !FOR_GUESTS.test(pathname) && !/^\/(account-confirm-email|password)(\/|$)/.test(pathname);

/** Where logging in leads. The page one happened to be on makes way for a kept bouquet; a private page was asked for. */
export function afterLogIn(next: string | undefined, hasKeptBouquet: boolean): string {
  if (hasKeptBouquet && !(next && isOwnDocument(next))) return '/cart';
  return next ?? '/';
}

type Moment = {
  session: Session;
  /** What it was the moment before. */
  before: Session;
  pathname: string;
  search: string;
  /** Where the change of the session leads. */
  destination: string | undefined;
  /** The page of this site that the address asks for. */
  next: string | undefined;
};

/** Where the visitor must go from here, if anywhere. */
export function redirectTarget({ session, before, pathname, search, destination, next }: Moment): string | undefined {
  if (destination) return destination;
  if (session === 'guest' && PRIVATE.test(pathname)) {
    return before === 'signed-in' ? '/' : withNext('/register', pathname + search);
  }
  // A letter leads to a private page by way of logging in, which is done already.
  if (session === 'signed-in' && FOR_GUESTS.test(pathname)) return next && isOwnDocument(next) ? next : '/';
  return undefined;
}
