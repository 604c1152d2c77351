import { withNext } from './safe-path.ts';
import type { Session } from './session-store.ts';

const PRIVATE = /^\/(cart|profile|history)(\/|$)/;
const FOR_GUESTS = /^\/(login|register|forgot-password)$/;

/** Pages that are entered by a document load: their policies differ from those of the public pages. */
export const isOwnDocument = (path: string): boolean => PRIVATE.test(path.split(/[?#]/, 1)[0] ?? '');

/** Pages that one does not come back to by the browser's Back. */
export const isGuarded = (pathname: string): boolean => PRIVATE.test(pathname) || FOR_GUESTS.test(pathname);

type Moment = {
  session: Session;
  /** What it was the moment before. */
  before: Session;
  pathname: string;
  search: string;
  /** Where the change of the session leads. */
  destination: string | undefined;
};

/** Where the visitor must go from here, if anywhere. */
export function whereTo({ session, before, pathname, search, destination }: Moment): string | undefined {
  if (destination) return destination;
  if (session === 'guest' && PRIVATE.test(pathname)) {
    return before === 'signed-in' ? '/' : withNext('/register', pathname + search);
  }
  if (session === 'signed-in' && FOR_GUESTS.test(pathname)) return '/';
  return undefined;
}
