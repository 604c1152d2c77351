import { type ReactNode, useEffect } from 'react';
import { useSession } from './session-store.ts';
import { showStoredToast } from './show-toast-at.ts';

/** Renders a private page only for people who are signed in, and its frame for the others, whom the guard redirects. */
export function SignedInOnly({ frame, children }: { frame: ReactNode; children: ReactNode }) {
  useEffect(showStoredToast, []);
  return useSession() === 'signed-in' ? children : <div className="private-frame">{frame}</div>;
}
