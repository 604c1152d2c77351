import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';

/** Whether the pretended letters have a page: only in a shop that is open to this machine alone. */
export const hasOutboxPage = ({ smtpUrl, trustProxy, isPublic }: Config): boolean =>
  !smtpUrl && !trustProxy && !isPublic;

/**
 * The key to the page. That a request comes from this machine is not enough: a proxy on it forwards for anyone. Derived
 * from the shop's secret, so that a bookmark works after a restart.
 */
export const outboxKey = ({ outbox }: Pick<Secrets, 'outbox'>): string => outbox.toString('base64url');

/** All letters, or one of them. */
export const outboxPath = (key: string, id?: string): string => `/outbox${id ? `/${id}` : ''}?key=${key}`;
