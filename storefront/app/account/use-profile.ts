import { useCallback, useEffect, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { failureWords } from '../api/failure-words.ts';
import { useUser } from '../session/session-store.ts';
import { loadUser } from './load-user.ts';

type Profile = { user: User | undefined; failure: string; retry: () => void };

/** The person signed in, asked for once they are needed. */
export function useProfile(): Profile {
  const user = useUser();
  const [failure, setFailure] = useState('');
  const isMissing = user === undefined;

  const load = useCallback(async () => {
    setFailure('');
    try {
      await loadUser();
    } catch (error) {
      setFailure(failureWords(error));
    }
  }, []);

  useEffect(() => {
    if (isMissing) void load();
  }, [isMissing, load]);

  return { user, failure, retry: load };
}
