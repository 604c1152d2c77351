import { useEffect } from 'react';
import { matchRoutes, useBlocker } from 'react-router';
import { send } from '../api/send.ts';
import { fetchPart } from '../ui/fetch-part.ts';
import { showToast } from '../ui/toast.tsx';
import { isOutdated, type RouteFiles } from './release.ts';

const PATIENCE_MS = 4_000;

/** The files of a page that are not here yet. */
function listMissing(pathname: string): RouteFiles[] {
  const files = window.__reactRouterManifest?.routes ?? {};
  const here = window.__reactRouterRouteModules ?? {};
  const pages = Object.values(files)
    .filter(({ parentId }) => parentId === 'root')
    .map(({ id, path, index }) => (index ? { id, index } : { id, path }));
  const [match] = matchRoutes(pages as Parameters<typeof matchRoutes>[0] & object, pathname) ?? [];
  const page = match && files[match.route.id as string];
  return page && !(page.id in here) ? [page] : [];
}

/** Fetches them where React Router looks before it fetches anything itself. */
async function fetchMissing(pathname: string): Promise<void> {
  const here = window.__reactRouterRouteModules;
  if (!here) return;
  for (const { id, module } of listMissing(pathname)) here[id] = await import(/* @vite-ignore */ module);
}

const isShopThere = (): Promise<boolean> =>
  send('/health', { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  );

/**
 * Fetches the files of the next page before React Router does: a file that is lost makes it reload the page one is on, which
 * offline leaves nothing. Here the page stays and says so; where the shop answers, the next page is loaded as a document,
 * and so it is from a page that is older than the shop.
 */
export function useRouteFiles(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      (isOutdated() || listMissing(nextLocation.pathname).length > 0),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { pathname, search, hash } = blocker.location;
    const go = async () => {
      if (isOutdated()) return location.assign(pathname + search + hash);
      try {
        await fetchPart(() => fetchMissing(pathname));
        blocker.proceed();
      } catch {
        if (await isShopThere()) return location.assign(pathname + search + hash);
        blocker.reset();
        void showToast('That page could not be fetched. Please check your connection and try again.', 'error');
      }
    };
    void go();
  }, [blocker]);

  useEffect(() => {
    // A head start: a finger is down for as long as a small file takes.
    const begin = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      fetchMissing(link.pathname).catch(() => undefined);
    };
    document.addEventListener('pointerdown', begin, { passive: true });
    document.addEventListener('mouseover', begin, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', begin);
      document.removeEventListener('mouseover', begin);
    };
  }, []);
}
