import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, matchRoutes, RouterContextProvider } from 'react-router';
import { type ServerTools, serverTools } from './api/server-api.ts';

const handle = createRequestHandler(() => build, import.meta.env.MODE);

/** Renders one page, or its data. */
export async function render(request: Request, tools: Omit<ServerTools, 'release'>): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(serverTools, { ...tools, release: build.assets.version });
  return handle(request, context);
}

type Routes = NonNullable<Parameters<typeof matchRoutes>[0]>;

const topLevel: Routes = Object.values(build.routes)
  .filter((route) => route?.parentId === 'root')
  .map((route) => ({ path: route?.path ?? '/', id: route?.id ?? '', caseSensitive: true }));

/** Whether the address is a page of the site; for all others the 404 page is rendered. */
export function isPage(pathname: string): boolean {
  const match = matchRoutes(topLevel, pathname)?.at(-1);
  return match !== undefined && match.route.path !== '*';
}
