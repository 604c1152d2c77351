import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { navOf, toDesk } from './desk-nav.ts';
import deskRoutes from './routes.ts';

const toObjects = (routes: RouteConfigEntry[]): RouteObject[] =>
  routes.map(({ path, index, children }) =>
    index ? { ...(path && { path }), index } : { ...(path && { path }), children: toObjects(children ?? []) },
  );

test('every word in the menus leads to a page', () => {
  const roles: Role[] = ['owner', 'florist', 'driver'];
  const { bench, office, more } = navOf({ roles });
  const pages = toObjects(deskRoutes);
  for (const { path } of [...bench, ...office, ...more])
    expect([path, matchRoutes(pages, toDesk(path)) !== null]).toEqual([path, true]);
  expect([...bench, ...office].length).toBeGreaterThan(12);
  expect(matchRoutes(pages, '/desk/nowhere')).toBeNull();
});
