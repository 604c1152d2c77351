import { useEffect, useState } from 'react';
import { callApi } from '../api/client.ts';
import { detailOf, failureWords } from '../api/failure-words.ts';
import { useUser } from '../session/session-store.ts';

/** Looks again who is signed in. Not knowing is no harm here. */
const lookAgain = async () => {
  try {
    const { loadUser } = await import('./load-user.ts');
    await loadUser();
  } catch {
    // The line stays as it is.
  }
};

/**
 * Asks those whose address is not confirmed to do so. Shown only where the person is known anyway: public pages are not held
 * up to ask. Part of the shell and first in `main`, so that it comes with what it stands above and moves nothing.
 */
export function ConfirmLine() {
  const user = useUser();
  if (!user || user.email_confirmed) return null;
  return <AskToConfirm email={user.new_email ?? user.email} />;
}

function AskToConfirm({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState('');

  useEffect(() => {
    // Whoever comes back to this page may have opened the letter meanwhile, in another tab or on the phone.
    const look = () => document.visibilityState === 'visible' && void lookAgain();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const sendAgain = async () => {
    if (busy) return;
    setBusy(true);
    setAnswer('');
    try {
      const sent = await callApi('/api/user/profile/resend-confirmation/', { method: 'POST' });
      setAnswer(detailOf(sent) ?? 'The letter is on its way again.');
      void lookAgain();
    } catch (error) {
      setAnswer(failureWords(error));
    }
    setBusy(false);
  };

  return (
    <section aria-label="Confirm your email" className="bg-blush text-small">
      <div className="wrap flex min-h-12 flex-wrap items-center justify-center gap-x-4 py-1 max-tablet:pt-2.5">
        <span role="status" className="min-w-0 leading-snug [overflow-wrap:anywhere]">
          {answer || `Please confirm ${email}. The link is in your inbox.`}
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
