import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { withQuery } from '../api/with-query.ts';
import { pageMeta } from '../page-meta.ts';
import { AuthPage } from '../session/auth-page.tsx';
import type { Route } from './+types/stop-page';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Stop this reminder? – Marigold Lane',
    description: 'Stop the letters about a date that you asked us to remember.',
    path: '/reminders/stop',
    keepOutOfSearch: true,
  });

type Stopped = 'this' | 'all';
const STOPPED: Record<Stopped, string> = {
  this: 'It is stopped. We do not write to you about this date again.',
  all: 'All of your reminders are stopped. We do not write to you about any date.',
};

/**
 * The link of a letter. Opening it stops nothing: programs that check mail follow links too. It says nothing of the date either,
 * since a letter may have been passed on.
 */
export default function StopPage() {
  const { token = '' } = useParams();
  const [stopped, setStopped] = useState<Stopped>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (stopped) words.current?.focus();
  }, [stopped]);

  const stop = async (which: Stopped) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      const path = withQuery(`/reminders/stop/${encodeURIComponent(token)}`, {
        all: which === 'all' ? 'true' : undefined,
      });
      await callApi(path, { method: 'POST' });
      setStopped(which);
    } catch (error) {
      setProblem(failureWords(error));
    }
    setBusy(false);
  };

  return (
    <AuthPage title={stopped ? 'Stopped.' : 'Stop this reminder?'}>
      {stopped ? (
        <p ref={words} tabIndex={-1} role="status" className="mt-4 text-lead outline-none">
          {STOPPED[stopped]}
        </p>
      ) : (
        <p className="mt-4 text-lead">You asked us to write to you about a date. One press, and we do not any more.</p>
      )}
      {problem && (
        <p role="alert" className="field-error mt-4">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-3 *:max-tablet:w-full">
        {!stopped && (
          <button type="button" className="button" aria-disabled={busy || undefined} onClick={() => stop('this')}>
            Stop this reminder
          </button>
        )}
        {stopped !== 'all' && (
          <button
            type="button"
            className="button outlined"
            aria-disabled={busy || undefined}
            onClick={() => stop('all')}
          >
            Stop all my reminders
          </button>
        )}
      </div>
      <p className="mt-6">
        <Link to="/profile?tab=reminders" reloadDocument className="link inline-flex min-h-11 items-center">
          See your reminders
        </Link>
      </p>
    </AuthPage>
  );
}
