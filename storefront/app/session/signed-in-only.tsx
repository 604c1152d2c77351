import type { ReactNode } from 'react';
import { useSession } from './session-store.ts';
import { Waiting } from './waiting.tsx';

/** Draws a private page for those who are signed in; everybody else waits for the guard to lead them on. */
export function SignedInOnly({ title, children }: { title: string; children: ReactNode }) {
  return useSession() === 'signed-in' ? children : <Waiting title={title} />;
}
