import type { Config } from '../config.ts';
import type { Secrets } from '../secrets.ts';

/** Whether the pretended letters have a page: only where nobody but those at this machine is meant to come in. */
export const hasOutboxPage = ({ smtpUrl, trustProxy, isPublic }: Config): boolean =>
  !smtpUrl && !trustProxy && !isPublic;

/**
 * What opens the page. Coming from this machine is not enough: a forwarder on it comes from there too, and speaks for
 * anyone. Made of the shop's secret, so that a bookmark outlives a restart.
 */
export const outboxKey = ({ outbox }: Pick<Secrets, 'outbox'>): string => outbox.toString('base64url');

/** All letters, or one of them. */
export const outboxPath = (key: string, id?: string): string => `/outbox${id ? `/${id}` : ''}?key=${key}`;
