import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { serverTools } from './api/server-api.ts';

/** Renders the whole page before the first byte is sent, not as a stream: pages are cached. */
export async function renderDocument(request: Request, context: EntryContext, nonce: string): Promise<string> {
  let failure: unknown;
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
  return new Response(stream).text();
}

/** Refusals are expected; every other error is logged. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }) {
  if (!isRouteErrorResponse(error)) context.get(serverTools).report(error);
}
