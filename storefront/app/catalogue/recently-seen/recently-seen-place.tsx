import { type ComponentType, useEffect, useRef, useState } from 'react';
import { observeVisibility } from '../../ui/loading/observe-visibility.ts';
import { readRecentlySeen, rememberSeen } from './recently-seen-store.ts';
import type { RecentlySeenView } from './recently-seen-view.tsx';

/** How far below the screen it is fetched. */
const MARGIN = '500px';

/**
 * The bouquets that were opened in this browser, and on the page of one, that it was. Nothing is loaded for it until there are
 * some and they are about to come into sight.
 */
export function RecentlySeenPlace({ current }: { current?: number }) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<{ View: ComponentType<Parameters<typeof RecentlySeenView>[0]>; ids: number[] }>();

  useEffect(() => {
    const ids = readRecentlySeen().filter((id) => id !== current);
    if (current) rememberSeen(current);
    if (ids.length === 0 || !place.current) return;
    const stop = observeVisibility(
      place.current,
      async (isVisible) => {
        if (!isVisible) return;
        stop();
        // It is not missed by anyone if it cannot be had.
        const loaded = await import('./recently-seen-view.tsx').catch(() => undefined);
        if (loaded) setView({ View: loaded.RecentlySeenView, ids });
      },
      MARGIN,
    );
    return stop;
  }, [current]);

  return <div ref={place}>{view && <view.View ids={view.ids} />}</div>;
}
