/** What the browser has at once; in the build for the server the router leaves this file empty. */
export { DESK_PAGES } from './desk-pages.ts';
