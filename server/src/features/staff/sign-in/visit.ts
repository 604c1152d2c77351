import type { Browser } from './desk-cookie.ts';

/** Where a request comes from, before it is known who sent it. */
export type Visit = {
  network: string;
  /** The browser as it names itself, for people to tell devices apart. */
  device: string;
  browser: Browser;
  /** The secret of the session that this browser had until now. */
  formerSecret: string | undefined;
};
