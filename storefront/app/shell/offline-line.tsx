import { useIsOffline } from '../ui/use-is-offline.ts';

/** On every page while the browser has no network: what still works, and what does not. It stays in sight. */
export function OfflineLine() {
  const isOffline = useIsOffline();
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
