import { useCallback, useEffect, useState } from 'react';
import type { Profile } from '#contract/accounts.ts';
import { failureWords } from '../api/failure-words.ts';
import { type StoredUser, useUser } from '../session/session-store.ts';
import { loadUser } from './load-user.ts';

type Answer = { user: Profile | undefined; failure: string; retry: () => void };

/** The profile of the person signed in, fetched when it is first needed. */
export function useProfile(): Answer {
  const known = useUser();
  const user = isWhole(known) ? known : undefined;
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

/** The response to a login has only part of the profile. */
const isWhole = (known: StoredUser | undefined): known is Profile => known?.new_email !== undefined;
