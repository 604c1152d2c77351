import type { EntryContext, RouterContextProvider } from 'react-router';
import { addEarlyCalls } from './api/early-calls.ts';
import { serverTools } from './api/server-api.ts';
import { renderDocument } from './render-document.tsx';
import { deferScripts } from './router-patches/defer-scripts.ts';
import { addUnconfirmedMark } from './session/email/email-state.ts';

export { handleError } from './render-document.tsx';

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: Readonly<RouterContextProvider>,
) {
  const { nonce } = routerContext.get(serverTools);
  const marked = addUnconfirmedMark(await renderDocument(request, context, nonce), nonce);
  headers.set('content-type', 'text/html; charset=utf-8');
  const page = import.meta.env.DEV ? marked : addEarlyCalls(deferScripts(marked), new URL(request.url), nonce);
  return new Response(page, { status, headers });
}
