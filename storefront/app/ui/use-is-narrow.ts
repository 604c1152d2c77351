import { useSyncExternalStore } from 'react';

/** Where pages have one column: below the breakpoint `desk` of tokens.css. */
const NARROW = '(width < 67.5625rem)';

const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether pages have one column here. Only for parts that the server does not render. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(NARROW).matches,
    () => false,
  );
