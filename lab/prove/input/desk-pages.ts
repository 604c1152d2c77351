import type { RouteConfigEntry } from '@react-router/dev/routes';
import { ATTACKS } from '#server/testing/hostile-input/hostile-values.ts';
import type { Known } from '#server/testing/hostile-input/make-value.ts';
import type { Random } from '#server/testing/random.ts';
import deskRoutes from '../../../storefront/app/desk/routes.ts';
import type { HttpRequest } from '../../rig/http-client.ts';

const QUERIES = 'day month period from to show q find before after kind person order ids run all sheet'.split(' ');

/** The addresses of all pages of the desk, as `/desk/orders/:id`. */
export function listDeskPages(routes: RouteConfigEntry[] = deskRoutes): string[] {
  return routes
    .flatMap(({ path, children }) => (children ? listDeskPages(children) : [`/${path}`]))
    .flatMap((path) => (path.endsWith('?') ? [path.slice(0, -1), path.replace(/\/:\w+\?$/, '')] : [path]))
    .toSorted();
}

/** Opens a page of the desk with something wrong in its address or its question; sometimes sends it a form, which none takes. */
export function makePageRequest(random: Random, pages: string[], known: Known): HttpRequest {
  const anything = () => encodeURIComponent(random.oneOf(ATTACKS).slice(0, 600).toWellFormed());
  const real = (name: string) => {
    const ids = known[name === 'id' ? random.oneOf(['orderId', 'customerId', 'productId', 'claimId']) : name] ?? [];
    return ids.length > 0 && random.roll() < 0.8 ? String(random.oneOf(ids)) : anything() || '%20';
  };
  const page = random.oneOf(pages);
  const path = page.replaceAll(/:(\w+)/g, (_, name) => real(name));
  const pairs = (names: readonly string[], most: number) =>
    Array.from({ length: random.between(0, most) }, () => {
      const name = random.oneOf(names);
      const value = random.roll() < 0.5 && known[name]?.length ? String(random.oneOf(known[name])) : undefined;
      return `${name}=${value === undefined ? anything() : encodeURIComponent(value)}`;
    }).join('&');
  const query = pairs(QUERIES, 3);
  const address = query ? `${path}?${query}` : path;
  if (random.roll() < 0.5) return { method: 'GET', path: address };
  const body = pairs([...Object.keys(known), 'what', 'act', 'words', 'text', 'was.words', 'tell', 'open'], 8);
  return { method: 'POST', path: address, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
}
