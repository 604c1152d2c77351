import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import type { ToastOptions } from 'react-toastify/unstyled';

const ToastTray = lazy(() => import('./toast-tray.tsx'));

export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning';

let wanted = false;
const watchers = new Set<() => void>();

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Says something at the bottom right for five seconds. The tray is fetched when the first thing is said. */
export async function showToast(message: ReactNode, type: ToastType = 'default', more?: ToastOptions): Promise<void> {
  wanted = true;
  for (const watcher of watchers) watcher();
  const { toast } = await import('react-toastify/unstyled');
  toast(message, { ...more, type });
}

export function Toasts() {
  const open = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
  if (!open) return null;
  return (
    <Suspense>
      <ToastTray />
    </Suspense>
  );
}
