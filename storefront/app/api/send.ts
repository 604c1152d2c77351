import type { Method } from '#contract/calls/call.ts';
import { ApiError } from './api-error.ts';

const TIME_LIMIT_MS = 10_000;

export type How = {
  signal?: AbortSignal;
  /** In the background: whatever the response, the session stays open and nothing redirects. */
  quietly?: true;
  /** The request survives leaving the page. */
  keepalive?: boolean;
  /** The idempotency key: the shop makes a change with the same key once, however often it is sent. */
  key?: string;
};

export type Call = How & {
  method?: Method;
  /** Sent as JSON. */
  body?: unknown;
};

/**
 * The only fetch of calls with JSON: sends one call with the bearer token, if there is one, and returns the JSON of its
 * response within ten seconds; of one that was made early, its response. Throws an ApiError when refused or not reached; an aborted call throws as fetch does.
 */
export async function send(
  path: string,
  { method = 'GET', body, signal, keepalive = false, key }: Call,
  access?: string,
  early?: Promise<Response | undefined>,
): Promise<unknown> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const headers: Record<string, string> = {};
  if (access) headers.authorization = `Bearer ${access}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key) headers['idempotency-key'] = key;
  let response: Response;
  let json: unknown;
  try {
    response =
      (await early) ??
      (await fetch(path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        keepalive,
      }));
    json = await readJson(response);
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    throw new ApiError(0, undefined);
  }
  if (!response.ok) throw new ApiError(response.status, json, readRetryAfter(response));
  return json;
}

/** The shop sends seconds, never a date. */
function readRetryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** A proxy may refuse with an HTML page, whose status counts. A success with one is a captive portal's: a bad gateway. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    if (response.ok && text !== '') throw new ApiError(502, undefined);
    return undefined;
  }
}
