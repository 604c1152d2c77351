import { useEffect } from 'react';
import { londonDay } from '#contract/delivery.ts';
import { forgetKeptPages } from './forget-kept-pages.ts';

const CHECK_MS = 60_000;
const RUN = '/desk/driver';

/**
 * Has the pages of the run kept on this phone, so that they open without network; with all its stops, those of another run go. At
 * midnight everything is deleted, and the page that is open closes: addresses do not stay on a phone.
 */
export function useDriverWorker(day: string, stops?: readonly string[]): void {
  const list = stops?.join();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const keep = async () => {
      await navigator.serviceWorker.register('/driver-worker.js', { scope: RUN });
      const { active } = await navigator.serviceWorker.ready;
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets|pictures)\//.test(pathname))
        .map(({ pathname }) => pathname);
      const pages = [RUN, ...(list ? list.split(',') : [])];
      active?.postMessage({ keep: [...loaded, ...pages], ...(list !== undefined && { only: pages }) });
    };
    const keepNow = () => void keep().catch(() => {});
    keepNow();
    // A new worker keeps what its own pages need: the one before it may not.
    navigator.serviceWorker.addEventListener('controllerchange', keepNow);
    return () => navigator.serviceWorker.removeEventListener('controllerchange', keepNow);
  }, [list]);
  useEffect(() => {
    const check = async () => {
      if (day === '' || londonDay(new Date()) <= day) return;
      await forgetKeptPages();
      location.replace(RUN);
    };
    const checkNow = () => void check().catch(() => {});
    const timer = setInterval(checkNow, CHECK_MS);
    document.addEventListener('visibilitychange', checkNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkNow);
    };
  }, [day]);
}
