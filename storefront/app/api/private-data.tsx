import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSessionId } from '../session/session-store.ts';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { ApiError } from './api-error.ts';

const isTransient = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a network the page shows an error rather than waiting.
      queries: { networkMode: 'always', retry: (times, error) => times < 1 && isTransient(error), retryDelay: 1_000 },
    },
  });

/** A private page: its frame, which is in the HTML for everybody, then its content. The query cache lives as long as the session, so that nobody else sees the data. */
export function PrivateData({ frame, children }: { frame: ReactNode; children: ReactNode }) {
  const session = useSessionId();
  return (
    <SignedInOnly frame={frame}>
      <Client key={session}>{children}</Client>
    </SignedInOnly>
  );
}

function Client({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
