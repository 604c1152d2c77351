import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { callApi } from '../api/client.ts';
import { detailOf, failureWords } from '../api/failure-words.ts';
import { useUser } from '../session/session-store.ts';

/** Fetches the person signed in again. A failure does no harm here. */
const refetchUser = async () => {
  try {
    const { loadUser } = await import('./load-user.ts');
    await loadUser();
  } catch {
    // The line stays as it is.
  }
};

/**
 * Asks customers to confirm their email address. Shown only where the profile is loaded anyway: public pages do not
 * fetch it for this. Part of the shell and first in `main`, so that it appears together with the page and moves
 * nothing. Not at the checkout: on a phone it would push the pay button out of sight.
 */
export function ConfirmLine() {
  const user = useUser();
  const { pathname, search } = useLocation();
  const isPaying = pathname === '/cart' && new URLSearchParams(search).get('step') === 'address';
  if (!user || user.email_confirmed || isPaying) return null;
  return <AskToConfirm email={user.new_email ?? user.email} />;
}

function AskToConfirm({ email }: { email: string }) {
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
    <section aria-label="Confirm your email" className="bg-blush text-small">
      <div className="wrap flex min-h-12 flex-wrap items-center justify-center gap-x-4 py-1 max-tablet:pt-2.5">
        <span role="status" className="min-w-0 leading-snug [overflow-wrap:anywhere]">
          {message || `Please confirm ${email}. The link is in your inbox.`}
        </span>
        <button
          type="button"
          className="link min-h-11 font-semibold aria-disabled:opacity-70"
          aria-disabled={busy || undefined}
          onClick={sendAgain}
        >
          {busy ? 'Sending…' : 'Send again'}
        </button>
      </div>
    </section>
  );
}
