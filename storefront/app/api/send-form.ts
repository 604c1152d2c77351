import type { Known } from '#contract/calls.ts';
import { ApiError } from './api-error.ts';

/** A photo over the network of a van takes its time. */
const TIME_LIMIT_MS = 60_000;

/** Sends a form of the desk with its photo. The key makes it safe to send again when the response was lost. */
export async function sendForm<const P extends string>(
  path: P & Known<'POST', P>,
  key: string,
  form: FormData,
): Promise<undefined> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    response = await fetch(path, { method: 'POST', headers: { 'idempotency-key': key }, body: form, signal });
  } catch {
    throw new ApiError(0, undefined);
  }
  const { ok, status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  // A success that is not the shop's is a captive portal's; a proxy refuses without words.
  if (!ok) throw new ApiError(status, body ?? { detail: status === 413 ? 'It is too large.' : 'Not accepted.' });
  if (body === undefined) throw new ApiError(502, undefined);
}
