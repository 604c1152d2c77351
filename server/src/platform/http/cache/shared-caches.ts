/**
 * What is the same for everyone. Browsers revalidate each time and mostly get 304; a shared cache may answer for a minute by
 * itself. A CDN that knows the second header (RFC 9213) goes by it instead of the first: it may answer ten seconds more while
 * it asks for the new one, and for a day while the shop does not answer. deploy/cdn/varnish.vcl reads it.
 */
export const FOR_SHARED_CACHES = {
  'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
  'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=10, stale-if-error=86400',
};
