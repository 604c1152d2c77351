import { expect, test } from 'vitest';
import { toFetches } from './varnish.ts';

const LOG = `*   << BeReq    >> 3
-   BereqMethod    GET
-   BereqURL       /
-   BereqHeader    Host: localhost
-   BerespHeader   cache-control: public, max-age=0, s-maxage=60, must-revalidate
-   TTL            RFC 60 10 0 1794916600 1794916600 1794916599 0 60 cacheable
-   TTL            VCL 60 0 0 1794916600 cacheable
-   TTL            VCL 60 86400 0 1794916600 cacheable

*   << BeReq    >> 8
-   BereqMethod    POST
-   BereqURL       /api/user/login/
-   BereqHeader    Authorization: Bearer a.b.c
-   BereqHeader    Cookie: desk=abc
-   BerespHeader   Cache-Control: no-store
-   BerespHeader   Set-Cookie: desk=abc

*   << BeReq    >> 10
-   BereqMethod    GET
-   BereqURL       /somewhere
-   BerespHeader   cache-control: no-store
-   TTL            RFC 120 10 0 1794916600 1794916600 1794916599 0 0 cacheable
-   TTL            VCL 60 10 0 1794916600 uncacheable
`;

test('tells from the log of Varnish who asked for what, and what was stored', () => {
  const PUBLIC = 'public, max-age=0, s-maxage=60, must-revalidate';
  expect(toFetches(LOG)).toEqual([
    { method: 'GET', url: '/', identified: [], cacheControl: PUBLIC, setsCookie: false, storedFor: 60 },
    {
      method: 'POST',
      url: '/api/user/login/',
      identified: ['cookie', 'authorization'],
      cacheControl: 'no-store',
      setsCookie: true,
      storedFor: undefined,
    },
    {
      method: 'GET',
      url: '/somewhere',
      identified: [],
      cacheControl: 'no-store',
      setsCookie: false,
      storedFor: undefined,
    },
  ]);
});
