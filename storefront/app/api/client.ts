import { isExpired } from '../session/read-claims.ts';
import { withNextFrom } from '../session/safe-path.ts';
import { closeSession, readTokens, storeTokens } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { withTabLock } from './changes/with-tab-lock.ts';
import { createRefresh, type RefreshTools } from './refresh-session.ts';
import { type Call, send } from './send.ts';
import { dropEarlyCalls, takeEarlyCall } from './take-early-call.ts';

/** Calls about the session itself: a 401 from one of them does not mean that the access token has expired. */
const ABOUT_THE_SESSION =
  /^\/(api\/user\/(continue-with-email|login|register)|auth\/refresh|api\/v1\/auth\/|account-confirm-email|password\/reset)/;

const tools: RefreshTools = {
  readTokens,
  storeTokens,
  closeSession: (page) => closeSession(withNextFrom(page, location)),
  withLock: (act) => withTabLock('marigold-lane-refresh', act),
  fetchTokens: (token) => send('/auth/refresh/', { method: 'POST', body: { refresh: token } }),
};
const refresh = createRefresh(tools);
const refreshQuietly = createRefresh({ ...tools, closeSession() {} });

/**
 * Calls the shop's API as the visitor, within ten seconds. An expired token is renewed and the call repeated once.
 * Throws an ApiError when refused or not reached; an aborted call throws as fetch does.
 */
export async function callApi(path: string, call: Call = {}): Promise<unknown> {
  const { access } = readTokens();
  const isRead = (call.method ?? 'GET') === 'GET';
  if (!isRead) dropEarlyCalls();
  try {
    return await send(path, call, access, isRead ? takeEarlyCall(path, access) : undefined);
  } catch (error) {
    const ranOut = error instanceof ApiError && error.status === 401 && !ABOUT_THE_SESSION.test(path);
    if (!ranOut) throw error;
  }
  const renewed = await refresh(access);
  call.signal?.throwIfAborted();
  return send(path, call, renewed);
}

/**
 * Returns a function that ends this session at the shop, with an empty body; it works when the tokens are stored no more, too. The
 * refresh token names the session as well, where the access token is gone.
 */
export function createLogout(): () => Promise<unknown> {
  const { access, refresh } = readTokens();
  dropEarlyCalls();
  return () => send('/api/v1/auth/logout/', { method: 'POST' }, access ?? refresh);
}

/** Reads JSON from the shop's API. */
export const getJson = (path: string, call: Pick<Call, 'signal'> = {}): Promise<unknown> => callApi(path, call);

/** The same for background requests: whatever the response, the session stays open and nothing redirects. */
export async function getJsonQuietly(path: string): Promise<unknown> {
  const { access } = readTokens();
  const isGood = access !== undefined && !isExpired(access);
  return send(path, {}, isGood ? access : await refreshQuietly(access));
}

/** Makes a call with a token that has not expired; if it is refused nevertheless, once more with a new one. */
export async function withToken<T>(call: (access: string) => Promise<T>): Promise<T> {
  const { access } = readTokens();
  const good = access !== undefined && !isExpired(access) ? access : await refresh(access);
  try {
    return await call(good);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  return call(await refresh(good));
}
