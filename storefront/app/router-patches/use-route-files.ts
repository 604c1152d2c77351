import { type ContextType, useContext, useEffect } from 'react';
import { matchRoutes, type RouteObject, UNSAFE_DataRouterContext } from 'react-router';
import { whyNotFetched } from '../api/failure-words.ts';
import { send } from '../api/send.ts';
import { toRecord } from '../api/to-record.ts';
import { loadWithRetry } from '../ui/loading/load-with-retry.ts';
import { isOutdated, type RouteFiles } from './release.ts';

const TIMEOUT_MS = 4_000;

/** The route files of a page, and of the frames around it, that are not loaded yet. */
function listMissing(pathname: string): RouteFiles[] {
  const files = window.__reactRouterManifest?.routes ?? {};
  const loaded = window.__reactRouterRouteModules ?? {};
  const listWithin = (parent: string): RouteObject[] =>
    Object.values(files)
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path = '', index }) => (index ? { id, path, index } : { id, path, children: listWithin(id) }));
  const matches = matchRoutes(listWithin('root'), pathname) ?? [];
  return matches.flatMap(({ route }) => files[route.id ?? ''] ?? []).filter(({ id }) => !(id in loaded));
}

/** Loads them into the table that React Router reads before it loads anything itself. */
async function fetchMissing(pathname: string): Promise<void> {
  const loaded = window.__reactRouterRouteModules;
  if (!loaded) return;
  for (const { id, module } of listMissing(pathname)) loaded[id] = await import(/* @vite-ignore */ module);
}

const isShopThere = (): Promise<boolean> =>
  send('/health', { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router'];

/** Where a navigation leads; undefined for steps through the history, whose pages are loaded. */
function toAddress(to: unknown): URL | undefined {
  if (typeof to === 'string') return new URL(to, location.href);
  if (typeof to !== 'object' || to === null) return undefined;
  const { pathname = '', search = '', hash = '' } = toRecord(to);
  return new URL(`${pathname}${search}${hash}`, location.href);
}

/** Says in words that the next page did not come. */
type Say = (words: string) => void;

/** Makes the router navigate only when the files of the next page are loaded. Returns a function that undoes that. */
function navigateWithFiles(router: Router, say: Say): () => void {
  // The casts: `navigate` has two overloads, and TypeScript cannot pass on the arguments of either.
  const navigate = router.navigate.bind(router) as (...args: unknown[]) => Promise<void>;
  let navigations = 0;
  const navigateLater = async (...args: unknown[]): Promise<void> => {
    navigations += 1;
    const ours = navigations;
    const address = toAddress(args[0]);
    const isElsewhere = address !== undefined && address.pathname !== location.pathname;
    if (!isElsewhere || !(isOutdated() || listMissing(address.pathname).length > 0)) return navigate(...args);
    const { replace } = toRecord(args[1]);
    const load = () => (replace ? location.replace(address) : location.assign(address));
    if (isOutdated()) return load();
    try {
      await loadWithRetry(() => fetchMissing(address.pathname));
      // Unless another navigation has begun meanwhile.
      if (navigations === ours) await navigate(...args);
    } catch {
      if (navigations !== ours) return;
      if (await isShopThere()) return load();
      say(`That page could not be fetched. ${whyNotFetched()}`);
    }
  };
  router.navigate = navigateLater as Router['navigate'];
  return () => {
    router.navigate = navigate as Router['navigate'];
  };
}

/**
 * Loads the files of the next page before React Router does. When a file fails to load, React Router reloads the
 * current page, which leaves nothing while offline. Here the page stays and says so; if the shop answers, the
 * next page is loaded as a document, and so it is from an outdated page. A blocker would do the same, but warns at
 * every link to a heading.
 */
export function useRouteFiles(say: Say): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => (router ? navigateWithFiles(router, say) : undefined), [router, say]);

  useEffect(() => {
    // A head start: pressing takes about as long as loading a small file.
    const preload = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      fetchMissing(link.pathname).catch(() => undefined);
    };
    document.addEventListener('pointerdown', preload, { passive: true });
    document.addEventListener('mouseover', preload, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', preload);
      document.removeEventListener('mouseover', preload);
    };
  }, []);
}
