import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '#server/config.ts';
import { currentRequest } from './current-request.ts';

const EMAIL = /[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Access tokens. */
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** Addresses of pages with a key from a letter in them. */
const KEY =
  /\b(account-confirm-email|login-link|password\/reset\/confirm|swap|track|wish-list|reminders\/stop)\/(?:[\w-]+\/)?[\w-]{16,}/g;

/** The messages of foreign errors may repeat what somebody typed. */
const withoutSecrets = (line: string): string =>
  line.replaceAll(EMAIL, '[e-mail]').replaceAll(TOKEN, '[token]').replaceAll(KEY, '$1/[key]');

/** JSON lines on standard output. Each names the request or job that it is about, and nobody's address. */
export function createLog(level: LogLevel, destination: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    mixin: () => {
      const current = currentRequest();
      return current ? { request: current.id } : {};
    },
    hooks: { streamWrite: withoutSecrets },
  };
  return pino(options, destination);
}
