import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from 'react-router';
import { type ServerTools, serverTools } from './api/server-api.ts';

const handle = createRequestHandler(() => build as unknown as ServerBuild, import.meta.env.MODE);

/** Draws one page, or gives its data. */
export async function render(request: Request, tools: Omit<ServerTools, 'release'>): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(serverTools, { ...tools, release: build.assets.version });
  return handle(request, context);
}

type Routes = NonNullable<Parameters<typeof matchRoutes>[0]>;

const topLevel: Routes = Object.values(build.routes)
  .filter((route) => route?.parentId === 'root')
  .map((route) => ({ path: route?.path ?? '/', id: route?.id ?? '', caseSensitive: true }));

/** Whether the site map names this address; everything else is one and the same 404 page. */
export function isPage(pathname: string): boolean {
  const match = matchRoutes(topLevel, pathname)?.at(-1);
  return match !== undefined && match.route.path !== '*';
}
