import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { FailureLine } from './failure-line.tsx';
import { loadWithRetry } from './load-with-retry.ts';

type LazyPartProps<Props> = {
  /** Fetches the part; the same function each time. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  waiting: ReactNode;
  /** What is said if its file is lost. */
  lost: string;
  children: (Part: ComponentType<Props>) => ReactNode;
};

/**
 * A part of a page that is fetched when it is first shown. If its file is lost, words stand in its place with a way to try
 * again: a component of React's `lazy` would throw, and take the whole page down.
 */
export function LazyPart<Props>({ load, waiting, lost, children }: LazyPartProps<Props>) {
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
  if (state.isLost) return <FailureLine onRetry={() => setState({})}>{lost}</FailureLine>;
  return waiting;
}
