import type { ServerResponse } from 'node:http';
import type { Deps } from '#server/deps.ts';

/** Changes come in dozens when a van leaves: they are sent together. */
const PAUSE_MS = 200;
/** A proxy closes a connection on which nothing moves. */
const BEAT_MS = 20_000;
/** Longer lists say: ask for everything again. */
const MOST_NAMED = 50;

export type LiveLine = { end(): void };

/**
 * Sends an open desk what changes, until the browser goes away, the session has ended or the shop closes. The headers are
 * those of every response.
 */
export function sendChanges(
  { live }: Pick<Deps, 'live'>,
  response: ServerResponse,
  headers: Record<string, string>,
  isStillOpen: () => Promise<boolean>,
): LiveLine {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 1000\nevent: open\ndata:\n\n');
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    const names = changed.has('') || changed.size > MOST_NAMED ? '' : [...changed].join(',');
    changed = new Set();
    response.write(`event: change\ndata: ${names}\n\n`);
  };
  const unsubscribe = live.subscribe((change) => {
    changed.add(change ?? '');
    timer ??= setTimeout(send, PAUSE_MS);
  });
  const beat = setInterval(async () => {
    // While the database is away nothing is known: the line stays.
    if (await isStillOpen().catch(() => true)) response.write(': still here\n\n');
    else end();
  }, BEAT_MS);
  const end = () => {
    unsubscribe();
    clearTimeout(timer);
    clearInterval(beat);
    response.end();
  };
  response.on('close', end);
  response.on('error', end);
  return { end };
}
