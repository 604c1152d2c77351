import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { addEarlyCalls } from './api/early-calls.ts';
import { serverTools } from './api/server-api.ts';
import { deferScripts } from './router-patches/defer-scripts.ts';
import { addUnconfirmedMark } from './session/email/email-state.ts';

/** Renders the whole page before the first byte is sent, not as a stream: pages are cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: Readonly<RouterContextProvider>,
) {
  let failure: unknown;
  const nonce = routerContext.get(serverTools).nonce;
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
    nonce,
    // Every part in its place: React would move what comes after 12 kB to the end, for a script to bring back.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failure = error;
    },
  });
  await stream.allReady;
  if (failure) throw failure;
  const html = await new Response(stream).text();
  headers.set('content-type', 'text/html; charset=utf-8');
  const marked = addUnconfirmedMark(html, nonce);
  const page = import.meta.env.DEV ? marked : addEarlyCalls(deferScripts(marked), new URL(request.url), nonce);
  return new Response(page, { status, headers });
}

/** Refusals are expected; every other error is logged. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }) {
  if (!isRouteErrorResponse(error)) context.get(serverTools).report(error);
}
