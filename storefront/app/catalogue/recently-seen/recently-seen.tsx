import { type ComponentType, useEffect, useState } from 'react';

type Props = { current?: number };

/** The bouquets that were opened in this browser. No script of it comes before the page is there, and none where nothing was. */
export function RecentlySeen(props: Props) {
  const [Place, setPlace] = useState<ComponentType<Props>>();
  const isWanted = props.current !== undefined;

  useEffect(() => {
    if (!isWanted && !hasSeen()) return;
    // It is not missed by anyone if it cannot be had.
    void import('./recently-seen-place.tsx').then(
      ({ RecentlySeenPlace }) => setPlace(() => RecentlySeenPlace),
      () => {},
    );
  }, [isWanted]);

  return Place ? <Place {...props} /> : null;
}

function hasSeen(): boolean {
  try {
    return localStorage.getItem('recently_seen') !== null;
  } catch {
    // Storage is forbidden.
    return false;
  }
}
