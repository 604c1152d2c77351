import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isSkippedByBack, needsDocumentLoad, redirectTarget } from './redirect-rules.ts';
import { clearDestination, type Session, useDestination, useSession } from './session-store.ts';
import { useNext } from './use-next.ts';

/** Redirects visitors from pages that are not for them, and to the page that signing in or out leads to. */
export function useGuard(): void {
  const session = useSession();
  const destination = useDestination();
  const { pathname, search } = useLocation();
  const next = useNext();
  const navigate = useNavigate();
  const before = useRef<Session>('unknown');
  /** The page that is being left: the next one may take a moment to load. */
  const leaving = useRef<string>(undefined);

  useEffect(() => {
    if (session === 'unknown') return;
    const isOnTheWay = leaving.current === pathname && !destination;
    const moment = { session, before: before.current, pathname, search, destination, next };
    const to = isOnTheWay ? undefined : redirectTarget(moment);
    before.current = session;
    clearDestination();
    if (!to) {
      if (!isOnTheWay) leaving.current = undefined;
      return;
    }
    leaving.current = pathname;
    if (needsDocumentLoad(to)) location.replace(to);
    else void navigate(to, { replace: isSkippedByBack(pathname) });
  }, [session, destination, pathname, search, next, navigate]);
}
