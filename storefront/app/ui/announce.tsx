import { useSyncExternalStore } from 'react';

let words = '';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says something to those who cannot see it happen. */
export function announce(message: string): void {
  // The same words twice in a row are said twice.
  words = message === words ? `${message}\u00a0` : message;
  for (const listener of listeners) listener();
}

/** One voice for the whole page. */
export function Announcements() {
  const message = useSyncExternalStore(
    subscribe,
    () => words,
    () => '',
  );
  return (
    <div role="status" className="sr-only">
      {message}
    </div>
  );
}
