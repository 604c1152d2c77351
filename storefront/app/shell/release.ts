declare global {
  interface Window {
    /** What React Router knows of the files of this release. */
    __reactRouterManifest?: { version: string; routes: Record<string, RouteFiles> };
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

export type RouteFiles = { id: string; parentId?: string; path?: string; index?: boolean; module: string };

let outdated = false;

/** Hears from every answer that draws a page which release the shop runs now. */
export function noteRelease(release: string): void {
  const ours = window.__reactRouterManifest?.version;
  if (!import.meta.env.DEV && ours !== undefined && release !== ours) outdated = true;
}

/** Whether this page is of an earlier release than the shop: its next page comes as a document, with the files of today. */
export const isOutdated = (): boolean => outdated;
