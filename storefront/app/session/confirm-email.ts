import { callApi } from '../api/client.ts';

/** A key works once: it is sent once, however often the page renders, and all calls share one response. */
const sent = new Map<string, Promise<unknown>>();

/** Confirms the address that the key was sent to, or throws an ApiError. */
export function confirmEmail(key: string): Promise<unknown> {
  const earlier = sent.get(key);
  if (earlier) return earlier;
  const response = callApi(`/account-confirm-email/${encodeURIComponent(key)}/`, { method: 'POST', body: { key } });
  sent.set(key, response);
  // After a failure it may be sent again.
  response.catch(() => sent.delete(key));
  return response;
}
