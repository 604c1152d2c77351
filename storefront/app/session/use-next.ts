import { useLocation } from 'react-router';
import { safePath } from './safe-path.ts';
import { useSession } from './session-store.ts';

/** The page that asked the visitor to sign in. Undefined before hydration: the HTML is the same for everybody. */
export function useNext(): string | undefined {
  const { search } = useLocation();
  if (useSession() === 'unknown') return undefined;
  return safePath(new URLSearchParams(search).get('next'), location.origin);
}
