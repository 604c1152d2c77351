import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { History, ListHistory } from '#contract/desk-history.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { listHistory } from './list-history.ts';

/** Who did what. There is no call that changes it. */
export const historyRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/desk/history/',
      {
        onRequest: atDesk(deps, 'see history'),
        schema: {
          ...{ tags: ['Desk: history'], ...AT_DESK },
          summary: 'What was done at the desk, by whom and when',
          querystring: ListHistory,
          response: { 200: History, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => listHistory(deps, query),
    );
  };
