import { ApiError } from './api-error.ts';
import { toRecord } from './to-record.ts';

const NOT_REACHED = 'We couldn’t reach the shop. Nothing is lost: check your connection and try again.';
const OFFLINE = 'You are offline. Nothing is lost: try again when you are connected.';
const OUR_FAULT = 'Something went wrong on our side. Nothing is lost. Please try again in a moment.';

/** The message for a call that failed: the server's own sentence where it has one. */
export function failureWords(error: unknown): string {
  if (!(error instanceof ApiError)) return OUR_FAULT;
  if (error.status === 0) return isOffline() ? OFFLINE : NOT_REACHED;
  return detailOf(error.body) ?? OUR_FAULT;
}

/** What stands under a message of its own when the shop was not reached; whether it heard of the change, nobody knows. */
export function helpFor(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 0) return undefined;
  if (isOffline()) return 'You are offline. Please try again when you are connected.';
  return 'We couldn’t reach the shop. Please check your connection and try again.';
}

/** Of a page or a search: nothing was sent that could be lost. */
export const whyNotFetched = (): string =>
  isOffline()
    ? 'You are offline. Please try again when you are connected.'
    : 'Please check your connection and try again.';

const isOffline = () => navigator.onLine === false;

/** The `detail` of a response body, if it has one. */
export function detailOf(body: unknown): string | undefined {
  const { detail } = toRecord(body);
  return typeof detail === 'string' && detail !== '' ? detail : undefined;
}
