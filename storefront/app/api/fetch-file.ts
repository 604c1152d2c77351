import type { Known, ShopCalls } from '#contract/calls.ts';
import { ApiError } from './api-error.ts';
import { withToken } from './client.ts';

const TIME_LIMIT_MS = 30_000;

/** Fetches a file that belongs to the visitor. Throws an ApiError when refused or not reached. */
export function fetchFile<const P extends string>(path: P & Known<'GET', P, ShopCalls>): Promise<Blob> {
  return withToken(async (access) => {
    const response = await fetch(path, {
      headers: { authorization: `Bearer ${access}` },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    }).catch(() => {
      throw new ApiError(0, undefined);
    });
    if (!response.ok) throw new ApiError(response.status, undefined);
    return response.blob();
  });
}
