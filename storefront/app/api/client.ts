/** The only fetch of the browser. */

const TIME_LIMIT_MS = 10_000;

/** The server refused or failed; `status` 0 means that it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`API answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** Reads JSON from the shop's API within ten seconds, or throws an ApiError; an aborted call throws as fetch does. */
export async function getJson(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  let response: Response;
  try {
    response = await fetch(path, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, undefined);
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response.status, body);
  return body;
}
