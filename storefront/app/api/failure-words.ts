import { ApiError } from './api-error.ts';
import { toRecord } from './to-record.ts';

const NOT_REACHED = 'We couldn’t reach the shop. Nothing is lost: check your connection and try again.';
const OUR_FAULT = 'Something went wrong on our side. Nothing is lost. Please try again in a moment.';

/** The message for a call that failed: the server's own sentence where it has one. */
export function failureWords(error: unknown): string {
  if (!(error instanceof ApiError)) return OUR_FAULT;
  if (error.status === 0) return NOT_REACHED;
  return detailOf(error.body) ?? OUR_FAULT;
}

/** The `detail` of a response body, if it has one. */
export function detailOf(body: unknown): string | undefined {
  const { detail } = toRecord(body);
  return typeof detail === 'string' && detail !== '' ? detail : undefined;
}
