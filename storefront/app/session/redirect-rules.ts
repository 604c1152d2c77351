import { withNext } from './safe-path.ts';
import type { Session } from './session-store.ts';

const PRIVATE = /^\/(cart|profile|history)(\/|$)/;
const FOR_GUESTS = /^\/(login|register|forgot-password|login-code)$/;
/** About the session too, but not only for guests: the link of a letter tells somebody signed in that it was not used. */
const BY_LETTER = /^\/(account-confirm-email|password|login-link)(\/|$)/;

/** Private pages are entered by a document load: their security headers differ from those of the public pages. */
export const needsDocumentLoad = (path: string): boolean => PRIVATE.test(path.split(/[?#]/, 1)[0] ?? '');

/** Pages that a redirect replaces in the browser's history, so that Back does not lead to them. */
export const isSkippedByBack = (pathname: string): boolean =>
  PRIVATE.test(pathname) || FOR_GUESTS.test(pathname) || pathname.startsWith('/login-link/');

/** Pages that logging in may return to: all but those about the session itself. */
export const isReturnTarget = (pathname: string): boolean => !FOR_GUESTS.test(pathname) && !BY_LETTER.test(pathname);

/** Where logging in leads. With a pending bouquet that is the cart, unless a private page asked for the login. */
export function targetAfterLogIn(next: string | undefined, hasPendingBouquet: boolean): string {
  if (hasPendingBouquet && !(next && needsDocumentLoad(next))) return '/cart';
  return next ?? '/';
}

type Moment = {
  session: Session;
  /** The session before the last change. */
  before: Session;
  pathname: string;
  search: string;
  /** The page that the change of the session leads to. */
  destination: string | undefined;
  /** The page of this site that the address names as `next`. */
  next: string | undefined;
};

/** The page that the visitor must be redirected to, if any. */
export function redirectTarget({ session, before, pathname, search, destination, next }: Moment): string | undefined {
  if (destination) return destination;
  if (session === 'guest' && PRIVATE.test(pathname)) {
    return before === 'signed-in' ? '/' : withNext('/register', pathname + search);
  }
  // A link in a letter leads to a private page through the login, which is not needed here.
  if (session === 'signed-in' && FOR_GUESTS.test(pathname)) return next && needsDocumentLoad(next) ? next : '/';
  return undefined;
}
