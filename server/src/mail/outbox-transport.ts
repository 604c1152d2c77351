import type { Config } from '../config.ts';
import { composeMessage } from './compose-message.ts';
import { writeToOutbox } from './outbox-files.ts';
import type { Transport } from './transport.ts';

/** Pretends to send: each letter becomes a file in the outbox, which any mail program and the page /outbox can show. */
export function createOutboxTransport(config: Pick<Config, 'dataDir' | 'mailFrom' | 'publicUrl'>): Transport {
  return {
    deliver: async (letter) => writeToOutbox(config, letter, await composeMessage(config, letter)),
    close: async () => {},
  };
}
