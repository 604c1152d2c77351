import type { Method } from '#contract/calls/call.ts';
import type { AnswerAt, Known, Sent, ShopCalls } from '#contract/calls.ts';
import { isExpired } from '../session/read-claims.ts';
import { withNextFrom } from '../session/safe-path.ts';
import { closeSession, readTokens, storeTokens } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { withTabLock } from './changes/with-tab-lock.ts';
import { createRefresh, type RefreshTools } from './refresh-session.ts';
import { type Call, type How, send } from './send.ts';
import { dropEarlyCalls, takeEarlyCall } from './take-early-call.ts';

/** Calls about the session itself: a 401 from one of them does not mean that the access token has expired. */
const ABOUT_THE_SESSION =
  /^\/(api\/user\/(continue-with-email|login|register)|auth\/refresh|api\/v1\/auth\/|account-confirm-email|password\/reset)/;

type Answer<M extends Method, P extends string> = Promise<AnswerAt<M, P, ShopCalls>>;
type Path<M extends Method, P extends string> = P & Known<M, P, ShopCalls>;

// Past `never`, here and below: compared with what every call may send and answer, a line costs the compiler seconds.
const sendOnce: <const M extends Method, const P extends string>(
  path: Path<M, P>,
  call: Sent<M, P>,
  access?: string,
) => Answer<M, P> = send as never;

const tools: RefreshTools = {
  readTokens,
  storeTokens,
  closeSession: (page) => closeSession(withNextFrom(page, location)),
  withLock: (act) => withTabLock('marigold-lane-refresh', act),
  fetchTokens: (token) => sendOnce('/auth/refresh/', { method: 'POST', body: { refresh: token } }),
};
const refresh = createRefresh(tools);
const refreshQuietly = createRefresh({ ...tools, closeSession() {} });

/** Reads JSON from the shop's API, as `callApi` does. */
export const getJson: <const P extends string>(path: Path<'GET', P>, how?: How) => Answer<'GET', P> =
  callAgain as never;

/**
 * Calls the shop's API as the visitor, within ten seconds. An expired token is renewed and the call repeated once.
 * Throws an ApiError when refused or not reached; an aborted call throws as fetch does.
 */
export const callApi: <const M extends Method, const P extends string>(
  path: Path<M, P>,
  call: Sent<M, P> & How,
) => Answer<M, P> = callAgain as never;

/** The same for a change that was stored: the compiler has seen its call when it was recorded. */
export async function callAgain(path: string, call: Call = {}): Promise<unknown> {
  const { access } = readTokens();
  if (call.quietly) return send(path, call, isGood(access) ? access : await refreshQuietly(access));
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
export function createLogout() {
  const { access, refresh } = readTokens();
  dropEarlyCalls();
  return () => sendOnce('/api/v1/auth/logout/', { method: 'POST' }, access ?? refresh);
}

const isGood = (access: string | undefined): access is string => access !== undefined && !isExpired(access);

/** Makes a call with a token that has not expired; if it is refused nevertheless, once more with a new one. */
export async function withToken<T>(call: (access: string) => Promise<T>): Promise<T> {
  const { access } = readTokens();
  const good = isGood(access) ? access : await refresh(access);
  try {
    return await call(good);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  return call(await refresh(good));
}
