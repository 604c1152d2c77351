import { matchPath } from 'react-router';
import type { Params } from './desk-page.ts';
import { DESK_PAGES as IN_BROWSER } from './desk-pages.client.ts';

let pages: typeof IN_BROWSER | undefined = IN_BROWSER;

/** The server loads the pages of the desk when one is asked for: they are half of all its pages, and few processes draw one. */
export async function loadDeskPages(): Promise<void> {
  pages ??= (await import('./desk-pages.ts')).DESK_PAGES;
}

/** The page at this address. On the server only after `loadDeskPages`. */
export function findDeskPage(pathname: string) {
  for (const page of pages ?? []) {
    const match = matchPath(`/desk/${page.path}`.replace(/\/$/, ''), pathname);
    if (match) return { page, params: match.params as Params };
  }
  return undefined;
}
