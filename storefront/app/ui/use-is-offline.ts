import { type ReactNode, useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** Whether the browser has no network, as it changes. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine === false,
    () => false,
  );

/** Tells of a message whether it says that one is offline, though one no longer is: it is to be seen for as long as it is true. */
export function useOfflineIsOver(): (words: ReactNode) => boolean {
  const isOffline = useIsOffline();
  return (words) => !isOffline && typeof words === 'string' && words.startsWith('You are offline.');
}
