import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BadInput, Detail } from '#contract/errors.ts';
import { StopParams, StopQuery } from '#contract/reminders.ts';
import type { Deps } from '#server/deps.ts';
import { stopReminder } from './stop-reminder.ts';

const MOST_BYTES = 4 * 1024;

/**
 * The link in a letter, pressed by its reader on the page of the same address, or by a mail program for its reader (RFC 8058):
 * without a session, and with a form of any kind as the body. Opening the link stops nothing, because programs that check mail
 * follow links.
 */
export const stopRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    // Nothing in it is needed: the address says all.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, _body, done) => done(null));

    app.post(
      '/reminders/stop/:token',
      {
        schema: {
          tags: ['Reminders'],
          summary: 'Stop the reminder of a letter, by its link',
          description: 'As often as one likes; also the one-click unsubscribe of mail programs.',
          params: StopParams,
          querystring: StopQuery,
          response: { 200: Detail, 400: BadInput, 404: Detail },
        },
      },
      async ({ params, query }, reply) =>
        reply
          .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
          .send(await stopReminder(deps, params.token, { all: query.all === 'true' })),
    );
  };
