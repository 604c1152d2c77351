const LEADS_ELSEWHERE = /^\/[/\\]|\p{Cc}/u;

/** The path if it is one of this site, or undefined: a `next` that leads to another site is not followed. */
export function safePath(wanted: string | null | undefined, origin: string): string | undefined {
  if (!wanted?.startsWith('/') || LEADS_ELSEWHERE.test(wanted)) return undefined;
  if (!URL.canParse(wanted, origin)) return undefined;
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search + url.hash;
  // Resolving `..` may leave two slashes at the start, which name another host.
  return url.origin === origin && !path.startsWith('//') ? path : undefined;
}

/** The address of a sign-in page that returns to the given location. */
export function withNextFrom(page: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return withNext(page, pathname + search);
}

/** The same for a path; `/` is left out, since signing in leads there anyway. */
export function withNext(page: string, next: string | undefined): string {
  return next && next !== '/' ? `${page}?${new URLSearchParams({ next })}` : page;
}
