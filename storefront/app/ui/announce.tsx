import { useSyncExternalStore } from 'react';

let words = '';
const watchers = new Set<() => void>();

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Says something to those who cannot see it happen. */
export function announce(said: string): void {
  // The same words twice in a row are said twice.
  words = said === words ? `${said}\u00a0` : said;
  for (const watcher of watchers) watcher();
}

/** One voice for the whole page. */
export function Announcements() {
  const said = useSyncExternalStore(
    subscribe,
    () => words,
    () => '',
  );
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  );
}
