import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createRefresh, type RefreshTools } from './refresh-session.ts';

type Stored = ReturnType<RefreshTools['readTokens']>;

/** One browser: what its tabs store together, and the lock they share. */
function openBrowser(stored: Partial<Stored>, { locks = true } = {}) {
  const storage: Stored = { access: undefined, refresh: undefined, ...stored };
  const sentTo: string[] = [];
  let lock: Promise<unknown> = Promise.resolve();
  const openTab = (fetchTokens: RefreshTools['fetchTokens']) =>
    createRefresh({
      readTokens: () => ({ ...storage }),
      storeTokens: (tokens) => Object.assign(storage, tokens),
      closeSession(page) {
        sentTo.push(page);
        Object.assign(storage, { access: undefined, refresh: undefined });
      },
      withLock(act) {
        if (!locks) return act();
        const turn = lock.then(act);
        lock = turn.catch(() => undefined);
        return turn;
      },
      fetchTokens,
    });
  return { storage, sentTo, openTab };
}

/** A server as ours: each refresh token works once. With grace, one used before gets the same successor. */
function openServer({ grace = false } = {}) {
  const used = new Map<string, object>();
  let requests = 0;
  return {
    count: () => requests,
    async answer(refresh: string): Promise<unknown> {
      requests += 1;
      const earlier = used.get(refresh);
      if (earlier && !grace) throw new ApiError(401, { detail: 'Your session has ended.' });
      const next = earlier ?? { access: `access after ${refresh}`, refresh: `${refresh}+` };
      used.set(refresh, next);
      return next;
    },
  };
}

const refuse = (status: number) => async () => {
  throw new ApiError(status, undefined);
};

describe('works', () => {
  test('changes the tokens and gives the new one', { tags: '§8.1' }, async () => {
    const { storage, openTab } = openBrowser({ access: 'old', refresh: 'r' });
    expect(await openTab(openServer().answer)('old')).toBe('access after r');
    expect(storage).toEqual({ access: 'access after r', refresh: 'r+' });
  });

  test('uses the token that another tab has fetched meanwhile, without a request', async () => {
    const server = openServer();
    const { openTab } = openBrowser({ access: 'newer', refresh: 'r' });
    expect(await openTab(server.answer)('old')).toBe('newer');
    expect(server.count()).toBe(0);
  });

  test('starts from a refresh token alone', { tags: '§4.12' }, async () => {
    const { openTab } = openBrowser({ refresh: 'r' });
    expect(await openTab(openServer().answer)(undefined)).toBe('access after r');
  });

  test('keeps the refresh token where the answer holds none', async () => {
    const { storage, openTab } = openBrowser({ access: 'old', refresh: 'r' });
    await openTab(async () => ({ access: 'new' }))('old');
    expect(storage).toEqual({ access: 'new', refresh: 'r' });
  });
});

describe('refuses', () => {
  test('without a refresh token: both are cleared and the visitor registers', { tags: '§8.3' }, async () => {
    const { storage, sentTo, openTab } = openBrowser({ access: 'old' });
    await expect(openTab(openServer().answer)('old')).rejects.toMatchObject({ status: 401 });
    expect([sentTo, storage]).toEqual([['/register'], { access: undefined, refresh: undefined }]);
  });

  test.each([400, 401])(
    'when the server refuses with %i: both are cleared and the visitor logs in',
    { tags: ['§8.4', 'D14'] },
    async (status) => {
      const { storage, sentTo, openTab } = openBrowser({ access: 'old', refresh: 'r' });
      await expect(openTab(refuse(status))('old')).rejects.toMatchObject({ status });
      expect([sentTo, storage]).toEqual([['/login'], { access: undefined, refresh: undefined }]);
    },
  );

  test.each([0, 403, 404, 429, 500, 502, 503])(
    'keeps the session when the answer is %i',
    { tags: 'D14' },
    async (status) => {
      const { storage, sentTo, openTab } = openBrowser({ access: 'old', refresh: 'r' });
      await expect(openTab(refuse(status))('old')).rejects.toMatchObject({ status });
      expect([sentTo, storage]).toEqual([[], { access: 'old', refresh: 'r' }]);
    },
  );

  test.each([undefined, null, {}, { access: '' }, { access: 7 }, 'page'])(
    'keeps it when the answer is %j',
    async (answer) => {
      const { storage, sentTo, openTab } = openBrowser({ access: 'old', refresh: 'r' });
      await expect(openTab(async () => answer)('old')).rejects.toBeInstanceOf(ApiError);
      expect([sentTo, storage]).toEqual([[], { access: 'old', refresh: 'r' }]);
    },
  );

  test('can be tried again after a failure', async () => {
    const { openTab } = openBrowser({ access: 'old', refresh: 'r' });
    const answers = [refuse(0), openServer().answer];
    const refresh = openTab((token) => (answers.shift() ?? refuse(500))(token));
    await expect(refresh('old')).rejects.toMatchObject({ status: 0 });
    expect(await refresh('old')).toBe('access after r');
  });
});

describe('protects', () => {
  test('logging out while the server is asked stays logged out', async () => {
    const { storage, sentTo, openTab } = openBrowser({ access: 'old', refresh: 'r' });
    const refresh = openTab(async () => {
      Object.assign(storage, { access: undefined, refresh: undefined });
      return { access: 'new', refresh: 'r+' };
    });
    await expect(refresh('old')).rejects.toMatchObject({ status: 401 });
    expect([sentTo, storage]).toEqual([[], { access: undefined, refresh: undefined }]);
  });

  test.each([200, 401])('someone who logs in meanwhile is not logged out by the answer %i', async (status) => {
    const { storage, sentTo, openTab } = openBrowser({ access: 'old', refresh: 'r' });
    const refresh = openTab(async () => {
      Object.assign(storage, { access: 'theirs', refresh: 't' });
      if (status === 401) throw new ApiError(401, undefined);
      return { access: 'new', refresh: 'r+' };
    });
    expect(await refresh('old')).toBe('theirs');
    expect([sentTo, storage]).toEqual([[], { access: 'theirs', refresh: 't' }]);
  });

  test('a call of one person is not repeated as the next, who signed in in another tab', async () => {
    const tokenOf = (sid: string, nth: number) => `head.${btoa(JSON.stringify({ sid, nth }))}.signature`;
    const { storage, openTab } = openBrowser({ access: tokenOf('ada', 1), refresh: 'of ada' });
    const refresh = openTab(openServer().answer);
    storage.access = tokenOf('grace', 1);
    storage.refresh = 'of grace';
    await expect(refresh(tokenOf('ada', 1))).rejects.toMatchObject({ status: 401 });
    expect(storage.refresh).toBe('of grace');
    expect(await refresh(tokenOf('grace', 0))).toBe(tokenOf('grace', 1));
  });

  test('a call that was under way at the time of logging out leads nowhere', async () => {
    const { sentTo, openTab } = openBrowser({});
    await expect(openTab(openServer().answer)('old')).rejects.toMatchObject({ status: 401 });
    expect(sentTo).toEqual([]);
  });

  /** Calls refused in several tabs, and the server answering in any order. */
  const race = (locks: boolean) =>
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 }),
      async (scheduler, calls) => {
        const server = openServer({ grace: !locks });
        const browser = openBrowser({ access: 'old', refresh: 'r' }, { locks });
        const ask = scheduler.scheduleFunction(server.answer);
        const tabs = [0, 1, 2, 3].map(() => browser.openTab(ask));
        const wait = scheduler.scheduleFunction(async (tab: number) => tab);
        const given = Promise.all(calls.map(async (call) => tabs[await wait(call)]?.('old')));
        await scheduler.waitFor(given);
        expect(new Set(await given)).toEqual(new Set(['access after r']));
        expect(browser.sentTo).toEqual([]);
        expect(browser.storage).toEqual({ access: 'access after r', refresh: 'r+' });
        if (locks) expect(server.count()).toBe(1);
      },
    );

  test('tabs that race ask once, and nobody is signed out', { tags: '§8.2' }, async () => {
    await fc.assert(race(true));
  });

  test('without locks the grace of the server holds them together', async () => {
    await fc.assert(race(false));
  });

  test('a call refused with the token that the others just got refreshes once more', async () => {
    const server = openServer();
    const { openTab } = openBrowser({ access: 'B', refresh: 'r' });
    const refresh = openTab(server.answer);
    const [late, current] = await Promise.all([refresh('A'), refresh('B')]);
    expect([late, current, server.count()]).toEqual(['B', 'access after r', 1]);
  });
});
