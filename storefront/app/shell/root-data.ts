import { useRouteLoaderData } from 'react-router';
import type { DeliveryRules } from '#contract/delivery-rules.ts';

/**
 * The same for every visitor: the origin of canonical links, the release, whether the shop is a demonstration, and the rules of
 * delivery where they differ from the defaults.
 */
export type RootData = { origin: string; release: string; demo?: true; rules?: DeliveryRules };

/** Undefined on an error page. */
export const useRootData = () => useRouteLoaderData<RootData>('root');
