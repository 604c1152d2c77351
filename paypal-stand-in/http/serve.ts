import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleBrowserCall } from '../browser/handle-browser-call.ts';
import { handleControlCall, isControl } from '../control/handle-control-call.ts';
import { type Outcome, toReply } from '../faults/spoil-reply.ts';
import { makeDebugId } from '../ids.ts';
import { Problem } from '../problem.ts';
import type { StandIn } from '../stand-in.ts';
import { handleApiCall } from './handle-api-call.ts';
import { readCall } from './read-call.ts';
import { createSerialiser } from './serialise-calls.ts';

/** The listener for every request: PayPal's calls, the browser's pages and script, the knobs. */
export function makeListener(standIn: StandIn): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const serialise = createSerialiser();
  return async (request, response) => {
    try {
      requireLocal(request);
      const raw = await readCall(request);
      const page = handleBrowserCall(standIn, raw);
      if (page) return sendText(response, page);
      const outcome = isControl(raw.path)
        ? { send: await handleControlCall(standIn, raw) }
        : await handleApiCall(standIn, serialise, raw);
      sendOutcome(response, outcome);
    } catch (error) {
      if (!(error instanceof Problem)) console.error('The stand-in failed:', error);
      sendOutcome(response, { send: toReply(error instanceof Problem ? error : new Problem(500)) });
    }
  };
}

/**
 * Against DNS rebinding: pages of other sites may not reach the stand-in through a name that points at this machine.
 */
function requireLocal({ socket, headers }: IncomingMessage): void {
  const isLocalName = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? '');
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  if (!isLocalName || !isLoopback) throw new Problem(403);
}

function sendOutcome(response: ServerResponse, outcome: Outcome): void {
  if ('cut' in outcome) {
    response.socket?.resetAndDestroy();
  } else if ('hang' in outcome) {
    const end = setTimeout(() => response.socket?.destroy(), outcome.hang);
    response.on('close', () => clearTimeout(end));
  } else if ('text' in outcome.send) {
    sendText(response, outcome.send);
  } else {
    const { status, body, headers } = outcome.send;
    response.writeHead(status, {
      'Paypal-Debug-Id': makeDebugId(),
      'Cache-Control': 'no-store',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }
}

type Text = { status: number; text: string; type: string; headers?: Record<string, string> };

function sendText(response: ServerResponse, { status, text, type, headers }: Text): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(text);
}
