import type { FastifyPluginAsync } from 'fastify';
import { reminderCalls } from '#contract/calls/reminders.ts';
import type { Deps } from '#server/deps.ts';
import { serveOpen } from '#server/platform/http/serve-call.ts';
import { stopReminder } from './stop-reminder.ts';

const MOST_BYTES = 4 * 1024;
const BY_LINK = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

/**
 * The link in a letter, pressed by its reader on the page of the same address, or by a mail program for its reader (RFC 8058):
 * without a session, and with a form of any kind as the body. Opening the link stops nothing, because programs that check mail
 * follow links.
 */
export const stopRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    // Nothing in it is needed: the address says all.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, _body, done) => done(null));

    serveOpen(app)(reminderCalls.stop, async ({ params, query }, reply) => {
      reply.headers(BY_LINK);
      return stopReminder(deps, params.token, { all: query.all === 'true' });
    });
  };
