import { sessionOf } from '../session/read-claims.ts';
import { ApiError } from './api-error.ts';
import { toRecord } from './to-record.ts';

type StoredTokens = { access: string | undefined; refresh: string | undefined };

export type RefreshTools = {
  /** Reads local storage each time: other tabs write there too. */
  readTokens(): StoredTokens;
  storeTokens(tokens: { access: string; refresh: string }): void;
  /** Clears both tokens and opens that page. */
  closeSession(page: '/register' | '/login'): void;
  /** Runs the act while no other tab runs one. */
  withLock(act: () => Promise<string>): Promise<string>;
  /** Exchanges a refresh token for new tokens, or throws an ApiError. */
  fetchTokens(refresh: string): Promise<unknown>;
};

/**
 * Returns a newer access token than the one that was refused. Calls refused at the same time share one refresh, and so
 * do all tabs. Throws an ApiError if there is none: the session is closed if the server refused it, and stays open if
 * the server could not be reached.
 */
export function createRefresh(tools: RefreshTools): (refused: string | undefined) => Promise<string> {
  let running: Promise<string> | undefined;
  const share = (refused: string | undefined) => {
    running ??= tools
      .withLock(() => refreshNow(tools, refused))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  return async (refused) => {
    const access = await share(refused);
    // The shared refresh may have returned the very token that this call was refused with.
    return access === refused ? share(refused) : access;
  };
}

async function refreshNow(tools: RefreshTools, refused: string | undefined): Promise<string> {
  const before = tools.readTokens();
  if (before.access && before.access !== refused) return sameSession(refused, before.access);
  if (!before.refresh) {
    // A token was sent and now there is none at all: another tab logged out meanwhile, and redirects by itself.
    const loggedOut = refused !== undefined && !before.access;
    if (!loggedOut) tools.closeSession('/register');
    throw new ApiError(401, undefined);
  }

  let response: unknown;
  let refusal: unknown;
  try {
    response = await tools.fetchTokens(before.refresh);
  } catch (error) {
    if (!isRefused(error)) throw error;
    refusal = error;
  }

  // Another tab logged out, or in as someone else, during the request: its tokens stay.
  const after = tools.readTokens();
  if (after.refresh !== before.refresh) {
    if (after.access && after.access !== refused) return sameSession(refused, after.access);
    throw refusal ?? new ApiError(401, undefined);
  }
  if (refusal) {
    tools.closeSession('/login');
    throw refusal;
  }
  const tokens = toTokens(response, before.refresh);
  tools.storeTokens(tokens);
  return tokens.access;
}

const isRefused = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.status === 401);

/** Throws if there is no access token. Without a new refresh token the old one stays. */
function toTokens(response: unknown, old: string): { access: string; refresh: string } {
  const { access, refresh } = toRecord(response);
  if (typeof access !== 'string' || access === '') throw new ApiError(502, response);
  return { access, refresh: typeof refresh === 'string' && refresh !== '' ? refresh : old };
}

/** A call of one person is never repeated as another: someone else may have signed in in another tab. */
function sameSession(refused: string | undefined, access: string): string {
  const [was, is] = [sessionOf(refused), sessionOf(access)];
  if (was && is && was !== is) throw new ApiError(401, undefined);
  return access;
}
