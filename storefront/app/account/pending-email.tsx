import { useEffect, useState } from 'react';
import { Profile } from '#contract/accounts.ts';
import { callApi } from '../api/client.ts';
import { detailOf, failureWords } from '../api/failure-words.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';
import { announce } from '../ui/announce.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { loadUser } from './load-user.ts';

type BusyWith = 'sending' | 'giving-up' | undefined;

/** The new email address while it is not confirmed. */
export function PendingEmail({ newEmail }: { newEmail: string }) {
  const [doing, setDoing] = useState<BusyWith>();
  const [message, setMessage] = useState('');
  const [failure, setFailure] = useState('');

  useEffect(() => {
    announce(`We have written to ${newEmail}.`);
    // The letter may have been opened meanwhile. A failure does no harm.
    const refetchIfVisible = () => document.visibilityState === 'visible' && void loadUser().catch(() => {});
    document.addEventListener('visibilitychange', refetchIfVisible);
    return () => document.removeEventListener('visibilitychange', refetchIfVisible);
  }, [newEmail]);

  const act = async (what: BusyWith, call: () => Promise<void>) => {
    if (doing) return;
    setDoing(what);
    setMessage('');
    setFailure('');
    try {
      await call();
    } catch (error) {
      setFailure(failureWords(error));
    }
    setDoing(undefined);
  };

  const sendAgain = () =>
    act('sending', async () => {
      const sent = await callApi('/api/user/profile/resend-confirmation/', { method: 'POST' });
      setMessage(detailOf(sent) ?? 'The letter is on its way again.');
    });

  const cancelChange = () =>
    act('giving-up', async () => {
      const era = sessionGeneration();
      storeUser(Profile.parse(await callApi('/api/user/profile/email/', { method: 'DELETE' })), era);
      announce('Your email stays as it is.');
    });

  return (
    <div className="rounded-soft bg-blush px-5 py-4">
      <p role="status" className="leading-snug [overflow-wrap:anywhere]">
        {message || (
          <>
            <b className="font-semibold">{newEmail}</b> is waiting. Open the link in its inbox, and it takes the other’s
            place.
          </>
        )}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-6">
        <button type="button" className="link min-h-11 font-semibold text-small" onClick={sendAgain}>
          {doing === 'sending' ? 'Sending…' : 'Send again'}
        </button>
        <button type="button" className="link min-h-11 font-semibold text-small" onClick={cancelChange}>
          {doing === 'giving-up' ? 'Giving up…' : 'Give up'}
        </button>
      </div>
      <FormMessage>{failure}</FormMessage>
    </div>
  );
}
