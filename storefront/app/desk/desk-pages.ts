import { matchPath } from 'react-router';
import type { DeskPage, Params } from './desk-page.ts';
import { signInPage } from './sign-in-page.tsx';
import { missingPage } from './ticket/missing-page.tsx';
import { ticketPage } from './ticket/ticket-page.tsx';
import { todayPage } from './today/today-page.tsx';

/** Every page of the desk. They are one route of the site map, so that the shop's pages carry nothing of them. */
// biome-ignore lint/suspicious/noExplicitAny: each page knows its own data
export const DESK_PAGES: DeskPage<any>[] = [todayPage, ticketPage, missingPage, signInPage];

export function findDeskPage(pathname: string) {
  for (const page of DESK_PAGES) {
    const match = matchPath(`/desk/${page.path}`.replace(/\/$/, ''), pathname);
    if (match) return { page, params: match.params as Params };
  }
  return undefined;
}
