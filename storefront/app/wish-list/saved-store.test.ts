import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => vi.unstubAllGlobals());

/** The page is opened: what the tab knew before is gone. */
async function openPage() {
  vi.resetModules();
  const list = await import('./saved-store.ts');
  const session = await import('../session/session-store.ts');
  return { ...list, ...session };
}

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub, sid: `of ${sub}` }))}.x`;
const tokensOf = (sub: string) => ({ access: tokenOf(sub), refresh: `refresh ${sub}` });

test('what a guest saved belongs to whoever signs in, to be merged into that account', async () => {
  const page = await openPage();
  page.markSaved(1, true);
  page.markSaved(2, true);
  expect(page.readSaved()).toMatchObject({ who: '', products: [2, 1], unmerged: [] });
  page.openSession(tokensOf('7'), undefined, '/');
  expect(page.readSaved()).toMatchObject({ who: '7', products: [2, 1], unmerged: [2, 1] });
});

test('and to nobody else, even if the browser died before it was merged', async () => {
  const before = await openPage();
  before.markSaved(1, true);
  before.openSession(tokensOf('7'), undefined, '/');
  before.markSaved(2, true);

  const after = await openPage();
  after.openSession(tokensOf('8'), undefined, '/');
  expect(after.readSaved()).toMatchObject({ who: '8', products: [], unmerged: [] });
});

test('a guest after the log-out finds an empty list', async () => {
  const page = await openPage();
  page.openSession(tokensOf('7'), undefined, '/');
  page.markSaved(1, true);
  page.closeSession('/');
  expect(page.readSaved().products).toEqual([]);
  page.markSaved(3, true);
  expect(page.readSaved()).toMatchObject({ who: '', products: [3] });
});

test('while the token cannot be read nobody’s list is shown, and none is changed', async () => {
  const page = await openPage();
  page.markSaved(1, true);
  const kept = stored.get('wish_list');
  page.openSession({ access: 'unreadable', refresh: 'x' }, undefined, '/');
  expect(page.readSaved().products).toEqual([]);
  page.markSaved(2, true);
  expect(stored.get('wish_list')).toBe(kept);
});

test('a response for one person does not change the list of the next', async () => {
  const page = await openPage();
  page.openSession(tokensOf('8'), undefined, '/');
  page.changeSaved('7', () => ({ products: [1, 2, 3] }));
  expect(page.readSaved().products).toEqual([]);
});

test('a bouquet is on the list once, and a heart taken back is not merged either', async () => {
  const page = await openPage();
  for (const id of [1, 2, 1]) page.markSaved(id, true);
  expect(page.readSaved().products).toEqual([1, 2]);
  page.openSession(tokensOf('7'), undefined, '/');
  page.markSaved(1, false);
  expect(page.readSaved()).toMatchObject({ products: [2], unmerged: [2] });
});

test.each(['', 'null', '[]', '{"who":7}', '{"who":"","products":[0,-1,"1",1.5,null]}', '{', '"<b>"'])(
  'what another version or a person wrote there is no list: %s',
  async (text) => {
    stored.set('wish_list', text);
    const page = await openPage();
    expect(page.readSaved().products).toEqual([]);
    page.markSaved(5, true);
    expect(page.readSaved().products).toEqual([5]);
  },
);

test('it never grows beyond a hundred', async () => {
  stored.set('wish_list', JSON.stringify({ who: '', products: Array.from({ length: 500 }, (_, place) => place + 1) }));
  expect((await openPage()).readSaved().products).toHaveLength(100);
});

test('where storage is forbidden the list lives as long as the page', async () => {
  const refuse = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const page = await openPage();
  page.markSaved(1, true);
  expect(page.readSaved().products).toEqual([1]);
});

test('where storage is full the page goes on', async () => {
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse });
  const page = await openPage();
  expect(() => page.markSaved(1, true)).not.toThrow();
});
