const LEADS_ELSEWHERE = /^\/[/\\]|\p{Cc}/u;

/** A path of this site as an address may ask for it, or nothing: what could lead to another site is not followed. */
export function safePath(wanted: string | null | undefined, origin: string): string | undefined {
  if (!wanted?.startsWith('/') || LEADS_ELSEWHERE.test(wanted)) return undefined;
  if (!URL.canParse(wanted, origin)) return undefined;
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search + url.hash;
  // Dots may fold away and leave two slashes at the start, which name another host.
  return url.origin === origin && !path.startsWith('//') ? path : undefined;
}

/** The address of a sign-in page that leads back to where the visitor is. */
export function askToReturn(page: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return withNext(page, pathname + search);
}

/** The same, for a path; `/` is where one lands anyway. */
export function withNext(page: string, next: string | undefined): string {
  return next && next !== '/' ? `${page}?${new URLSearchParams({ next })}` : page;
}
