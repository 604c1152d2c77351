import { useRouteLoaderData } from 'react-router';

/** What the server's settings decide, never the visitor: the address of canonical links, the release, and whether it is a demo. */
export type RootData = { origin: string; release: string; demo?: true };

/** Undefined on a page that stands in for one that failed to load. */
export const useRootData = () => useRouteLoaderData<RootData>('root');
