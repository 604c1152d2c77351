import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { callApi } from '../api/client.ts';
import { detailOf, failureWords } from '../api/failure-words.ts';
import { useUser } from '../session/session-store.ts';

/** Fetches the person signed in again. A failure does no harm here. */
const refetchUser = async () => {
  try {
    const { loadUser } = await import('../account/load-user.ts');
    await loadUser();
  } catch {
    // The line stays as it is.
  }
};

/**
 * Asks customers to confirm their email address. Shown only where the profile is loaded anyway: public pages do not
 * fetch it for this. Part of the shell and first in `main`. Not at the checkout: on a phone it would push the pay button out of
 * sight. Nor on the account page, which has it among its own content: its frame is there before the profile, and would move.
 */
export function ConfirmLine() {
  const { pathname, search } = useLocation();
  const isPaying = pathname === '/cart' && new URLSearchParams(search).get('step') === 'address';
  if (isPaying || pathname === '/profile') return null;
  return <AskIfUnconfirmed className="wrap justify-center" />;
}

/** The same among the content of the account page. */
export const ConfirmCard = () => <AskIfUnconfirmed className="rounded-soft px-5.5 py-2" />;

function AskIfUnconfirmed({ className }: { className: string }) {
  const user = useUser();
  if (!user || user.email_confirmed) return null;
  return <AskToConfirm email={user.new_email ?? user.email} className={className} />;
}

function AskToConfirm({ email, className }: { email: string; className: string }) {
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
      <div className={`flex min-h-12 flex-wrap items-center gap-x-4 py-1 max-tablet:pt-2.5 ${className}`}>
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
