import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** On every page while the browser has no network: what still works, and what does not. It stays in sight. */
export function OfflineLine() {
  const isOffline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine === false,
    () => false,
  );
  return (
    <div role="status" className="no-print sticky top-0 z-30 bg-marigold text-leaf-900 empty:hidden">
      {isOffline && (
        <p className="wrap py-2.5 font-medium text-small">
          You are offline. You can read this page; all else needs a connection.
        </p>
      )}
    </div>
  );
}
