import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { FailureLine } from '../failure-line.tsx';
import { loadWithRetry } from './load-with-retry.ts';

type LazyPartProps<Props> = {
  /** Imports the part; must be the same function at every render. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  fallback: ReactNode;
  /** The message if it cannot be loaded. */
  failureMessage: string;
  children: (Part: ComponentType<Props>) => ReactNode;
};

/**
 * A part of a page that is loaded when it is first shown. If loading fails, a message with a retry button is shown in
 * its place: a component of React's `lazy` would throw, and take the whole page down.
 */
export function LazyPart<Props>({ load, fallback, failureMessage, children }: LazyPartProps<Props>) {
  const [state, setState] = useState<{ Part?: ComponentType<Props>; isLost?: boolean }>({});
  const isWaiting = !state.Part && !state.isLost;

  useEffect(() => {
    if (!isWaiting) return;
    let isShown = true;
    const show = (next: typeof state) => isShown && setState(next);
    loadWithRetry(load).then(
      ({ default: Part }) => show({ Part }),
      () => show({ isLost: true }),
    );
    return () => {
      isShown = false;
    };
  }, [load, isWaiting]);

  if (state.Part) return children(state.Part);
  if (state.isLost) return <FailureLine onRetry={() => setState({})}>{failureMessage}</FailureLine>;
  return fallback;
}
