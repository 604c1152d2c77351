import type { Config } from '#server/config.ts';
import { composeMessage } from '../send/compose-message.ts';
import { STORED_FOR_MS } from '../send/sweep-letters.ts';
import type { Transport } from '../send/transport.ts';
import { pruneOutbox, writeToOutbox } from './outbox-files.ts';

/** Anybody can have letters written by a demonstration that is open to the public. */
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Pretends to send: each letter becomes a file in the outbox, which any mail program and the page /outbox can show. */
export function createOutboxTransport(config: Pick<Config, 'dataDir' | 'demo' | 'mailFrom' | 'publicUrl'>): Transport {
  return {
    deliver: async (letter) => writeToOutbox(config, letter, await composeMessage(config, letter)),
    prune: async (now) => pruneOutbox(config, new Date(now.getTime() - (config.demo ? WEEK_MS : STORED_FOR_MS))),
    close: async () => {},
  };
}
