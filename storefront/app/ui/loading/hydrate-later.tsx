import { type ReactNode, Suspense } from 'react';

/**
 * A part of a page that is hydrated in a task of its own after the parts around it, or at once when it is touched. The server
 * renders it in its place: see entry.server.tsx.
 */
export const HydrateLater = ({ children }: { children: ReactNode }) => <Suspense fallback={null}>{children}</Suspense>;
