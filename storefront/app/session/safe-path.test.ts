import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safePath, withNext, withNextFrom } from './safe-path.ts';

const ORIGIN = 'https://shop.example';

describe('safePath', () => {
  test.each(['/', '/profile', '/profile?tab=addresses', '/history/7#total', '/product?search=a%2Fb'])(
    'follows %s',
    (path) => {
      expect(safePath(path, ORIGIN)).toBe(path);
    },
  );

  test.each([
    undefined,
    null,
    '',
    'profile',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/a/..\\/evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /profile',
    '//',
    '/\u0000',
  ])('does not follow %j', (path) => {
    expect(safePath(path, ORIGIN)).toBeUndefined();
  });

  test('whatever it gives stays on this site, however it is followed', { tags: 'G2' }, () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      '\t',
      '',
    );
    const wanted = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
    );
    fc.assert(
      fc.property(wanted, (path) => {
        const followed = safePath(path, ORIGIN);
        if (followed === undefined) return;
        expect(followed).toMatch(/^\/(?![/\\])/);
        expect(new URL(followed, `${ORIGIN}/login`).origin).toBe(ORIGIN);
        // Reading it once more, as the next page does, changes nothing.
        expect(safePath(followed, ORIGIN)).toBe(followed);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the way back', () => {
  test('survives the address it travels in', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const here = { pathname: `/${path.replace(/^\/+/, '')}`, search: query && `?${query}` };
        const address = new URL(withNextFrom('/login', here), ORIGIN);
        expect(address.pathname).toBe('/login');
        expect(address.searchParams.get('next') ?? '/').toBe(here.pathname + here.search);
      }),
    );
  });

  test('is not asked for where one lands anyway', () => {
    expect([withNext('/login', '/'), withNext('/login', undefined)]).toEqual(['/login', '/login']);
  });
});
