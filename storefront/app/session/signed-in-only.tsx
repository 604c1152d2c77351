import { type ReactNode, useEffect } from 'react';
import { LoadingPage } from './loading-page.tsx';
import { useSession } from './session-store.ts';
import { showStoredToast } from './show-toast-at.ts';

/** Renders a private page only for people who are signed in; the guard redirects the others. */
export function SignedInOnly({ title, children }: { title: string; children: ReactNode }) {
  useEffect(showStoredToast, []);
  return useSession() === 'signed-in' ? children : <LoadingPage title={title} />;
}
