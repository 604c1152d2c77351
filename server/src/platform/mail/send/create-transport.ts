import type { Config } from '#server/config.ts';
import { createOutboxTransport } from '../outbox/outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import type { Transport } from './transport.ts';

/** The mail server that was set, or the outbox of this machine. */
export function createTransport(config: Config): Transport {
  const { smtpUrl } = config;
  return smtpUrl ? createSmtpTransport({ ...config, smtpUrl }) : createOutboxTransport(config);
}
