import { describe, expect, test } from 'vitest';
import { isReturnTarget, needsDocumentLoad, redirectTarget, targetAfterLogIn } from './redirect-rules.ts';
import type { Session } from './session-store.ts';

const at = (pathname: string, session: Session, before: Session = 'unknown', search = '') =>
  redirectTarget({ pathname, search, session, before, destination: undefined, next: undefined });

describe('a guest', () => {
  test.each(['/cart', '/profile', '/history/7'])(
    'is asked to register before %s, and comes back',
    { tags: 'G2' },
    (path) => {
      expect(at(path, 'guest')).toBe(`/register?next=${encodeURIComponent(path)}`);
    },
  );

  test('comes back to the tab that was asked for', () => {
    expect(at('/profile', 'guest', 'unknown', '?tab=addresses')).toBe('/register?next=%2Fprofile%3Ftab%3Daddresses');
  });

  test.each(['/', '/product', '/product/7', '/login', '/register', '/forgot-password', '/profiles', '/cartography'])(
    'may stay on %s',
    { tags: ['§1.3', '§6.1'] },
    (path) => {
      expect(at(path, 'guest')).toBeUndefined();
    },
  );
});

describe('someone signed in', () => {
  test.each(['/login', '/register', '/forgot-password', '/login-code'])(
    'has no business on %s',
    { tags: ['§2.24', '§6.2'] },
    (path) => {
      expect(at(path, 'signed-in')).toBe('/');
    },
  );

  test.each(['/', '/cart', '/profile', '/account-confirm-email', '/password/reset/confirm/a/b', '/login-link/key'])(
    'may stay on %s',
    (path) => {
      expect(at(path, 'signed-in')).toBeUndefined();
    },
  );

  test.each(['/login', '/register', '/forgot-password'])(
    'passes through %s to the private page asked for',
    { tags: 'G29' },
    (path) => {
      const moment = {
        pathname: path,
        search: '',
        session: 'signed-in',
        before: 'unknown',
        destination: undefined,
      } as const;
      expect(redirectTarget({ ...moment, next: '/history/6' })).toBe('/history/6');
      expect(redirectTarget({ ...moment, next: '/about' })).toBe('/');
      expect(redirectTarget({ ...moment, next: '/login?next=/cart' })).toBe('/');
    },
  );

  test('who logs out elsewhere leaves private pages for the home page, and no others', () => {
    expect(at('/profile', 'guest', 'signed-in')).toBe('/');
    expect(at('/product', 'guest', 'signed-in')).toBeUndefined();
  });
});

test('goes first where the change of the session leads', () => {
  const moment = { pathname: '/login', search: '', session: 'signed-in', before: 'guest' } as const;
  expect(redirectTarget({ ...moment, destination: '/cart', next: '/history/6' })).toBe('/cart');
});

test('private pages are documents of their own, whatever follows their path', () => {
  expect(['/cart', '/profile?tab=history', '/history/7#total'].map(needsDocumentLoad)).toEqual([true, true, true]);
  expect(['/', '/product?next=/cart', '/cartography'].map(needsDocumentLoad)).toEqual([false, false, false]);
});

test('logging in leads to the page asked for, and with a pending bouquet to the cart unless that page is private', {
  tags: 'G29',
}, () => {
  expect(['/history/6', '/product?occasion=sympathy', undefined].map((next) => targetAfterLogIn(next, false))).toEqual([
    '/history/6',
    '/product?occasion=sympathy',
    '/',
  ]);
  expect(['/history/6', '/product?occasion=sympathy', undefined].map((next) => targetAfterLogIn(next, true))).toEqual([
    '/history/6',
    '/cart',
    '/cart',
  ]);
});

test('logging in leads back to every page but those about the session itself', () => {
  expect(['/', '/product/7', '/history/6', '/passwords'].map(isReturnTarget)).toEqual([true, true, true, true]);
  const sessionPages = ['/login', '/register', '/forgot-password', '/login-code'];
  const ofLetters = ['/account-confirm-email', '/password/reset/confirm/a/b', '/login-link/key'];
  for (const path of [...sessionPages, ...ofLetters]) expect([path, isReturnTarget(path)]).toEqual([path, false]);
});
