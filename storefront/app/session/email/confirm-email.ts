import { callApi, getJson } from '../../api/client.ts';
import { isExpired } from '../read-claims.ts';
import { readTokens } from '../session-store.ts';

/** A key works once: it is sent once, however often the page renders, and all calls share one response. */
const sent = new Map<string, Promise<unknown>>();

/** Confirms the address that the key was sent to, or throws an ApiError. */
export function confirmEmail(key: string): Promise<unknown> {
  const earlier = sent.get(key);
  if (earlier) return earlier;
  const response = renewToken().then(() =>
    callApi(`/account-confirm-email/${encodeURIComponent(key)}/`, { method: 'POST', body: { key } }),
  );
  sent.set(key, response);
  // After a failure it may be sent again.
  response.catch(() => sent.delete(key));
  return response;
}

/** The token tells the shop that whoever registered here reads the mailbox. An expired one would tell nothing. */
async function renewToken(): Promise<void> {
  const { access, refresh } = readTokens();
  if (!refresh || (access && !isExpired(access))) return;
  await getJson('/api/user/profile/', { quietly: true }).catch(() => {});
}
