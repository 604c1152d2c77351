import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSessionId } from '../session/session-store.ts';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { ApiError } from './api-error.ts';

const isTransient = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a network the page says so, rather than waiting for one.
      queries: { networkMode: 'always', retry: (times, error) => times < 1 && isTransient(error), retryDelay: 1_000 },
    },
  });

/** A page of what belongs to one person: their data is kept as long as their session, and nobody else sees it. */
export function PrivateData({ title, children }: { title: string; children: ReactNode }) {
  const session = useSessionId();
  return (
    <SignedInOnly title={title}>
      <Client key={session}>{children}</Client>
    </SignedInOnly>
  );
}

function Client({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
