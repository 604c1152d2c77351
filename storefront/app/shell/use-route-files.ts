import { type ContextType, useContext, useEffect } from 'react';
import { matchRoutes, type Path, UNSAFE_DataRouterContext } from 'react-router';
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

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router'];

/** Where a navigation leads; undefined for steps through the history, whose pages are here. */
function toAddress(to: unknown): URL | undefined {
  if (typeof to === 'string') return new URL(to, location.href);
  if (typeof to !== 'object' || to === null) return undefined;
  const { pathname = '', search = '', hash = '' } = to as Partial<Path>;
  return new URL(pathname + search + hash, location.href);
}

/** Has the router navigate only once the files of the next page are here. What it returns takes that back. */
function navigateWithFiles(router: Router): () => void {
  const navigate = router.navigate.bind(router) as (...given: unknown[]) => Promise<void>;
  let turn = 0;
  const navigateLater = async (...given: unknown[]): Promise<void> => {
    turn += 1;
    const ours = turn;
    const address = toAddress(given[0]);
    const isElsewhere = address !== undefined && address.pathname !== location.pathname;
    if (!isElsewhere || !(isOutdated() || listMissing(address.pathname).length > 0)) return navigate(...given);
    const { replace } = (given[1] ?? {}) as { replace?: boolean };
    const load = () => (replace ? location.replace(address) : location.assign(address));
    if (isOutdated()) return load();
    try {
      await fetchPart(() => fetchMissing(address.pathname));
      // Whoever pressed something else meanwhile is on the way there.
      if (turn === ours) await navigate(...given);
    } catch {
      if (turn !== ours) return;
      if (await isShopThere()) return load();
      void showToast('That page could not be fetched. Please check your connection and try again.', 'error');
    }
  };
  router.navigate = navigateLater as Router['navigate'];
  return () => {
    router.navigate = navigate as Router['navigate'];
  };
}

/**
 * Fetches the files of the next page before React Router does: a file that is lost makes it reload the page one is on, which
 * offline leaves nothing. Here the page stays and says so; where the shop answers, the next page is loaded as a document,
 * and so it is from a page that is older than the shop. A blocker would do the same, but warns at every link to a heading.
 */
export function useRouteFiles(): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => (router ? navigateWithFiles(router) : undefined), [router]);

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
