import { callApi } from '../api/client.ts';

/** A key works once: however often the page asks, it is sent one time, and everybody hears the same answer. */
const sent = new Map<string, Promise<unknown>>();

/** Confirms the address that the key was sent to, or throws an ApiError. */
export function confirmEmail(key: string): Promise<unknown> {
  const earlier = sent.get(key);
  if (earlier) return earlier;
  const answer = callApi(`/account-confirm-email/${encodeURIComponent(key)}/`, { method: 'POST', body: { key } });
  sent.set(key, answer);
  // A failure may be tried again.
  answer.catch(() => sent.delete(key));
  return answer;
}
