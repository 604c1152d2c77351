import { useEffect, useState } from 'react';
import { callApi } from '../api/client.ts';
import { detailOf, failureWords } from '../api/failure-words.ts';
import { refetchUser } from '../session/refetch-user.ts';
import { putConfirmingAway } from '../session/session-store.ts';
import { Icon } from '../ui/icon.tsx';

/** The line itself; a file of its own, which only those fetch who are asked. */
export function AskToConfirm({ email = 'your email address' }: { email: string | undefined }) {
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
      <span role="status">{message || `Please confirm ${email} by the link in your inbox.`}</span>
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
