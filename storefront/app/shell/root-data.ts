import { useRouteLoaderData } from 'react-router';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import { SHOP, type ShopDetails } from '#contract/shop.ts';

/**
 * The same for every visitor: the origin of canonical links, the release, whether the shop is a demonstration, the rules of
 * delivery and who sells, where they differ from the defaults.
 */
export type RootData = { origin: string; release: string; demo?: true; rules?: DeliveryRules; shop?: ShopDetails };

/** Undefined on an error page. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

/** Who sells, as the owner has set it. */
export const useShopDetails = (): ShopDetails => useRootData()?.shop ?? SHOP;
