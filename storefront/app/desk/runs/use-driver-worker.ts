import { useEffect } from 'react';
import { londonDay } from '#contract/delivery.ts';

const CHECK_MS = 60_000;

/**
 * Has the pages of the run kept on this phone, so that they open without network. At midnight they are deleted: addresses do not
 * stay on a phone.
 */
export function useDriverWorker(day: string, paths: readonly string[]): void {
  const list = paths.join();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const keep = async () => {
      await navigator.serviceWorker.register('/driver-worker.js', { scope: '/desk/driver' });
      const { active } = await navigator.serviceWorker.ready;
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets|pictures)\//.test(pathname))
        .map(({ pathname }) => pathname);
      active?.postMessage({ keep: [...list.split(','), ...loaded] });
    };
    void keep().catch(() => {});
  }, [list]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (day !== '' && londonDay(new Date()) > day)
        void caches.keys().then((names) => names.map((name) => caches.delete(name)));
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [day]);
}
