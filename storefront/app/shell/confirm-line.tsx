import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { showsCart } from '#contract/page-frames.ts';
import { isNothingToAsk, readEmailState } from '../session/email/email-state.ts';
import { refetchUser } from '../session/refetch-user.ts';
import { subscribeToSession, useSession, useUser } from '../session/session-store.ts';

/**
 * Asks customers to confirm their email address, on every page, until they have or put it away for the day. First in `main`; at
 * the end of it where one pays: on a phone it would push the pay button out of sight.
 */
export function ConfirmLine({ place }: { place: 'first' | 'last' }) {
  const { pathname, search } = useLocation();
  const isPaying = pathname === '/cart' && !showsCart(new URLSearchParams(search));
  if (isPaying !== (place === 'last')) return null;
  return (
    <div className="confirm-place no-print">
      <AskIfUnconfirmed isFetched={pathname === '/profile'} />
    </div>
  );
}

type AskProps = {
  /** Whether the page itself fetches the person signed in. */
  isFetched: boolean;
};

function AskIfUnconfirmed({ isFetched }: AskProps) {
  const isSignedIn = useSession() === 'signed-in';
  const state = useSyncExternalStore(subscribeToSession, readEmailState, () => undefined);
  const user = useUser();
  const mayAsk = isSignedIn && !isNothingToAsk(state);
  const isAsking = mayAsk && (user ? !user.email_confirmed : state !== undefined);
  const AskToConfirm = useAskToConfirm(isAsking);

  useEffect(() => {
    // What this browser knows may be old: the letter may have been opened elsewhere. The page itself comes first.
    if (!mayAsk || user || isFetched) return;
    const timer = setTimeout(refetchUser, 500);
    return () => clearTimeout(timer);
  }, [mayAsk, user, isFetched]);

  useEffect(() => {
    document.documentElement.toggleAttribute('data-unconfirmed', isAsking);
  }, [isAsking]);

  return isAsking && AskToConfirm && <AskToConfirm email={user && (user.new_email ?? user.email)} />;
}

type AskToConfirm = typeof import('./ask-to-confirm.tsx').AskToConfirm;

/** Fetched for those alone who are asked: most visitors never are. */
function useAskToConfirm(isAsking: boolean): AskToConfirm | undefined {
  const [loaded, setLoaded] = useState<{ AskToConfirm: AskToConfirm }>();
  useEffect(() => {
    // Without the file the next page asks.
    if (isAsking) void import('./ask-to-confirm.tsx').then(setLoaded, () => {});
  }, [isAsking]);
  return loaded?.AskToConfirm;
}
