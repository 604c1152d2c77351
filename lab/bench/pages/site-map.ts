import { firstBouquet } from '../../rig/shop.ts';
import { type Buyer, openBuyer, type ShopWithTill } from './buyer.ts';

export type SitePage = {
  path: string;
  name: string;
  /** The audits that fail on purpose. */
  meant?: string[];
  buyer?: Buyer;
};

/** Pages that search engines must not list. */
const NOT_INDEXED = ['is-crawlable'];
/** A page that is not there has to say so. */
const MISSING = [...NOT_INDEXED, 'http-status-code', 'errors-in-console'];

const INFORMATION = ['/about', '/delivery', '/care', '/contact', '/privacy', '/terms'];
const SESSION = [
  '/login',
  '/register',
  '/forgot-password',
  '/login-code',
  '/login-link/a-key',
  '/account-confirm-email',
];
const PRIVATE = ['/cart', '/profile', '/profile?tab=addresses', '/profile?tab=details'];

/** Every page that storefront/app/routes.ts names, with someone to show the private ones to. */
export async function listPages(shop: ShopWithTill): Promise<SitePage[]> {
  const [{ id }, buyer] = await Promise.all([firstBouquet(shop), openBuyer(shop)]);
  return [
    ...['/', '/product', `/product/${id}`, ...INFORMATION].map((path) => ({ path, name: path })),
    ...SESSION.map((path) => ({ path, name: path, meant: NOT_INDEXED })),
    { path: '/password/reset/confirm/Mg/an-old-key', name: '/password/reset/confirm', meant: NOT_INDEXED },
    { path: '/no-such-page', name: '404', meant: MISSING },
    ...[...PRIVATE, `/history/${buyer.paidOrder}`].map((path) => ({ path, name: path, meant: NOT_INDEXED, buyer })),
  ];
}
