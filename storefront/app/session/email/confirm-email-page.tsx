import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { failureWords } from '../../api/failure-words.ts';
import { pageMeta } from '../../page-meta.ts';
import { RetryButton } from '../../ui/loading/retry-button.tsx';
import { showToast } from '../../ui/toast/toast.tsx';
import { AuthPage } from '../auth-page.tsx';
import { isSignedIn, useSession } from '../session-store.ts';
import type { Route } from './+types/confirm-email-page';
import { confirmEmail } from './confirm-email.ts';
import { removeKeyFromAddress, wasKeyConfirmed } from './used-key.ts';

const CONFIRMED = 'Your email has been confirmed.';

type State = { step: 'waiting' } | { step: 'confirmed' } | { step: 'failed'; why: string; again: boolean };

const NO_KEY: State = {
  step: 'failed',
  why: 'The link is not complete. Please open it from the letter once more.',
  again: false,
};

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Confirm your email – Marigold Lane',
    description: 'Confirms your email address with the link from our letter.',
    path: '/account-confirm-email',
    keepOutOfSearch: true,
  });

export default function ConfirmEmailPage() {
  const session = useSession();
  const { key: keyInPath } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ step: 'waiting' });
  const key = new URLSearchParams(search).get('q') || keyInPath;
  const isAwake = session !== 'unknown';

  const confirm = useCallback(async () => {
    if (!key) return;
    setState({ step: 'waiting' });
    try {
      await confirmEmail(key);
      removeKeyFromAddress({ confirmed: true });
      if (isSignedIn()) {
        // The line that asks to confirm must not stand beside the toast.
        await import('../../account/load-user.ts').then(({ loadUserQuietly }) => loadUserQuietly()).catch(() => {});
        void showToast(CONFIRMED, 'success');
        void navigate('/', { replace: true });
      } else {
        setState({ step: 'confirmed' });
      }
    } catch (error) {
      const isDead = error instanceof ApiError && [400, 404, 409].includes(error.status);
      if (isDead) removeKeyFromAddress({ confirmed: false });
      setState({ step: 'failed', why: failureWords(error), again: !isDead });
    }
  }, [key, navigate]);

  useEffect(() => {
    if (!isAwake) return;
    if (key) void confirm();
    else if (isSignedIn()) void navigate('/', { replace: true });
    else setState(wasKeyConfirmed() ? { step: 'confirmed' } : NO_KEY);
  }, [isAwake, key, confirm, navigate]);

  return (
    <AuthPage title="Your email address">
      <div role="status" className="mt-4 text-lead">
        {state.step === 'waiting' && <p>please wait...</p>}
        {state.step === 'confirmed' && <p>{CONFIRMED}</p>}
        {state.step === 'failed' && (
          <>
            <p>Something went wrong.</p>
            <p className="mt-2 text-body text-soft">{state.why}</p>
          </>
        )}
      </div>
      <div className="mt-6 flex min-h-13 flex-wrap items-center gap-x-6 gap-y-3">
        {state.step === 'confirmed' && (
          <Link to="/login" className="button">
            Log in
          </Link>
        )}
        {state.step === 'failed' && state.again && <RetryButton className="button" onRetry={confirm} />}
        {state.step === 'failed' && session === 'signed-in' && (
          <Link to="/profile?tab=details" reloadDocument className="link">
            See whether it is confirmed, or have the letter sent again
          </Link>
        )}
        {state.step === 'failed' && session !== 'signed-in' && (
          <Link to="/login?next=%2Fprofile%3Ftab%3Ddetails" className="link">
            Log in to have the letter sent again
          </Link>
        )}
      </div>
    </AuthPage>
  );
}
