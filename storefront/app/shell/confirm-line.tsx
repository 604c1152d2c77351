import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { showsCart } from '#contract/page-frames.ts';
import { callApi } from '../api/client.ts';
import { detailOf, failureWords } from '../api/failure-words.ts';
import { isNothingToAsk, readEmailState } from '../session/email-state.ts';
import { putConfirmingAway, subscribeToSession, useSession, useUser } from '../session/session-store.ts';
import { Icon } from '../ui/icon.tsx';

/** Fetches the person signed in again. A failure does no harm here, and leads nowhere. */
const refetchUser = async () => {
  try {
    const { loadUserQuietly } = await import('../account/load-user.ts');
    await loadUserQuietly();
  } catch {
    // The line stays as it is.
  }
};

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
      <AskIfUnconfirmed />
    </div>
  );
}

function AskIfUnconfirmed() {
  const isSignedIn = useSession() === 'signed-in';
  const state = useSyncExternalStore(subscribeToSession, readEmailState, () => undefined);
  const user = useUser();
  const mayAsk = isSignedIn && !isNothingToAsk(state);
  const isAsking = mayAsk && (user ? !user.email_confirmed : state !== undefined);

  useEffect(() => {
    // What this browser knows may be old: the letter may have been opened elsewhere. The page itself comes first.
    if (!mayAsk || user) return;
    const timer = setTimeout(refetchUser, 500);
    return () => clearTimeout(timer);
  }, [mayAsk, user]);

  useEffect(() => {
    document.documentElement.toggleAttribute('data-unconfirmed', isAsking);
  }, [isAsking]);

  return isAsking && <AskToConfirm email={user && (user.new_email ?? user.email)} />;
}

function AskToConfirm({ email = 'your email address' }: { email: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  useEffect(() => {
    // The letter may have been opened meanwhile, in another tab or on the phone.
    const refetchIfVisible = () => document.visibilityState === 'visible' && void refetchUser();
    document.addEventListener('visibilitychange', refetchIfVisible);
    return () => document.removeEventListener('visibilitychange', refetchIfVisible);
  }, []);

  const sendAgain = async () => {
    if (busy) return;
    setBusy(true);
    setMessage('');
    try {
      const sent = await callApi('/api/user/profile/resend-confirmation/', { method: 'POST' });
      setMessage(detailOf(sent) ?? 'The letter is on its way again.');
      void refetchUser();
    } catch (error) {
      setMessage(failureWords(error));
    }
    setBusy(false);
  };

  return (
    <section aria-label="Confirm your email" className="confirm-line wrap">
      <span role="status">{message || `Please confirm ${email}. The link is in your inbox.`}</span>
      <button
        type="button"
        className="link min-h-11 shrink-0 font-semibold aria-disabled:opacity-70"
        aria-disabled={busy || undefined}
        onClick={sendAgain}
      >
        {busy ? 'Sending…' : 'Send again'}
      </button>
      <button
        type="button"
        className="-mr-3 grid size-11 shrink-0 place-items-center rounded-round hover:bg-deep"
        aria-label="Not today"
        onClick={putConfirmingAway}
      >
        <Icon name="close" className="size-5" />
      </button>
    </section>
  );
}
