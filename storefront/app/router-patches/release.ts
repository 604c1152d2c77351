declare global {
  interface Window {
    /** React Router's list of the files of this release. */
    __reactRouterManifest?: { version: string; routes: Record<string, RouteFiles> };
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

export type RouteFiles = { id: string; parentId?: string; path?: string; index?: boolean; module: string };

let outdated = false;

/** Compares the release that the shop runs now, as each page load tells, with the release of this page. */
export function compareRelease(release: string): void {
  const ours = window.__reactRouterManifest?.version;
  if (!import.meta.env.DEV && ours !== undefined && release !== ours) outdated = true;
}

/** Whether this page is of another release than the shop: then the next page is loaded as a document. */
export const isOutdated = (): boolean => outdated;
