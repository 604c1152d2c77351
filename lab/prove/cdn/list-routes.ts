import type { RouteConfigEntry } from '@react-router/dev/routes';
import storefrontRoutes from '../../../storefront/app/routes.ts';
import { getOk, type HttpClient } from '../../rig/http-client.ts';
import { listDeskPages } from '../input/desk-pages.ts';

/** A route of the app, with `{name}` where an address has a parameter. */
export type Route = { method: string; path: string };

/** Not in the API's document, because they are no calls of the shop's API. */
const HIDDEN = [
  '/outbox',
  '/outbox/{id}',
  '/pretended-paypal/checkoutnow',
  '/robots.txt',
  '/sitemap.xml',
  '/api/docs/json',
];

/** Every route there is: the calls of the API's document, the pages of the site map and of the desk, as document and as data. */
export async function listRoutes(client: HttpClient): Promise<Route[]> {
  const { paths } = JSON.parse((await getOk(client, '/api/docs/json')).text) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const pages = (storefrontRoutes as RouteConfigEntry[])
    .map(({ path = '' }) => `/${path}`)
    .filter((path) => !path.includes('*'))
    .flatMap((path) => [path, ...(path.endsWith('?') ? [path.replace(/\/:\w+\?$/, '')] : [])])
    .map((path) => toTemplate(path.replace('?', '')));
  const desk = listDeskPages().map(toTemplate);
  const asData = [...pages, ...desk].map((path) => (path === '/' ? '/_root.data' : `${path}.data`));
  const documents = [...pages, ...asData, ...desk, ...HIDDEN].map((path) => ({ method: 'GET', path }));
  return [...calls, ...documents];
}

const toTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
