import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const EVERY_MS = 15_000;

/** Reads the page's data again every few seconds while it is looked at and nothing is under way. */
export function useRefresh(isIdle: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isIdle || state !== 'idle') return;
    const refresh = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    };
    const timer = setInterval(refresh, EVERY_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [isIdle, revalidate, state]);
}
