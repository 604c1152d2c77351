import { useSyncExternalStore } from 'react';

let words = '';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Announces a message to screen readers. */
export function announce(message: string): void {
  // The added space makes screen readers repeat a message that is the same as the last.
  words = message === words ? `${message}\u00a0` : message;
  for (const listener of listeners) listener();
}

/** The live region of the whole page. */
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
