import { useRouteLoaderData } from 'react-router';

/** The same for every visitor: the origin of canonical links, the release, and whether the shop is a demonstration. */
export type RootData = { origin: string; release: string; demo?: true };

/** Undefined on an error page. */
export const useRootData = () => useRouteLoaderData<RootData>('root');
