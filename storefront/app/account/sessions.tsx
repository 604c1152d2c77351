import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Session, SessionList } from '#contract/accounts.ts';
import { whenWords } from '#contract/moments.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi, getJson } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import { showToast } from '../ui/toast/toast.tsx';
import { deviceName } from './device-name.ts';

export const SESSIONS = ['sessions'];
const ADDRESS = '/api/user/profile/sessions/';
const OTHERS = 'others';

/** Every device that is signed in, and a way to sign the others out. */
export function Sessions() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS,
    queryFn: async () => SessionList.parse(await getJson(ADDRESS)),
  });
  const [busy, setBusy] = useState('');
  const [failure, setFailure] = useState<{ words: string; retry: () => void }>();
  const others = data?.filter((session) => !session.is_this_one) ?? [];

  const end = async (ended: Session[], what: string, send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(what);
    setFailure(undefined);
    try {
      await send().catch(unlessGone);
      const ids = new Set(ended.map(({ id }) => id));
      client.setQueryData<Session[]>(SESSIONS, (before = []) => before.filter(({ id }) => !ids.has(id)));
      heading.current?.focus();
      void showToast(what === OTHERS ? 'Signed out everywhere else.' : 'Signed out there.', 'success');
    } catch (refusal) {
      const name = what === OTHERS ? 'The others' : deviceName(ended[0]?.device ?? '');
      setFailure({
        words: `${name} could not be signed out. ${failureWords(refusal)}`,
        retry: () => void end(ended, what, send),
      });
    }
    setBusy('');
  };

  return (
    <section aria-labelledby="sessions-title" className="paper-card grid gap-4">
      <h2 id="sessions-title" ref={heading} tabIndex={-1} className="text-h3 outline-none">
        Where you are signed in
      </h2>
      {error && (
        <FailureLine onRetry={() => refetch()}>This list could not be loaded. {failureWords(error)}</FailureLine>
      )}
      {failure && <FailureLine onRetry={failure.retry}>{failure.words}</FailureLine>}
      {!data && !error && <Loading />}
      {data && (
        <ul className="sessions">
          {data.map((session) => (
            <li key={session.id}>
              <Device session={session} />
              {session.is_this_one ? (
                <span className="this-device">This device</span>
              ) : (
                <button
                  type="button"
                  className="button outlined small"
                  aria-label={`Sign out: ${deviceName(session.device)}`}
                  aria-disabled={busy === session.id || undefined}
                  onClick={() =>
                    end([session], session.id, () => callApi(`${ADDRESS}${session.id}/`, { method: 'DELETE' }))
                  }
                >
                  {busy === session.id ? 'Signing out…' : 'Sign out'}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div>
          <button
            type="button"
            className="button outlined small max-tablet:w-full"
            aria-disabled={busy === OTHERS || undefined}
            onClick={() => end(others, OTHERS, () => callApi(ADDRESS, { method: 'DELETE' }))}
          >
            {busy === OTHERS ? 'Signing out…' : 'Sign out everywhere else'}
          </button>
        </div>
      )}
    </section>
  );
}

function Device({ session }: { session: Session }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{deviceName(session.device)}</p>
      <p className="text-small text-soft">
        {session.is_this_one ? 'In use now' : `Last used ${whenWords(session.last_used_at, new Date())}`}
      </p>
    </div>
  );
}

/** The session has ended already, as wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
