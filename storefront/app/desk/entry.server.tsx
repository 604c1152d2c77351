import type { EntryContext, RouterContextProvider } from 'react-router';
import { serverTools } from '../api/server-api.ts';
import { renderDocument } from '../render-document.tsx';
import { deferScripts } from '../router-patches/defer-scripts.ts';

export { handleError } from '../render-document.tsx';

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: Readonly<RouterContextProvider>,
) {
  const html = await renderDocument(request, context, routerContext.get(serverTools).nonce);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(import.meta.env.DEV ? html : deferScripts(html), { status, headers });
}
