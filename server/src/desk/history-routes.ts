import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ExportedHistory, ExportHistory, History, ListHistory } from '#contract/desk-history.ts';
import { BadInput, Detail, MayNot } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneNow } from '../staff/done-by.ts';
import { requireConfirmed } from '../staff/require-confirmed.ts';
import { exportHistory } from './export-history.ts';
import { listHistory } from './list-history.ts';

const shared = { tags: ['Desk: history'], ...AT_DESK };
const CSV = '/api/desk/history/csv/';

/** Who did what. There is no call that changes it. */
export const historyRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'see history');

    app.get(
      '/api/desk/history/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What was done at the desk, by whom and when',
          querystring: ListHistory,
          response: { 200: History, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => listHistory(deps, query),
    );

    app.post(
      '/api/desk/history/exports/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Where the history can be had as a file, once a passkey has confirmed who asks',
          querystring: ExportHistory,
          response: { 200: ExportedHistory, 400: BadInput, 401: Detail, 403: MayNot },
        },
      },
      async ({ colleague, query }) => {
        requireConfirmed(deps, colleague);
        const wanted = Object.entries(query).map(([name, value]) => [name, String(value)]);
        return { address: `${CSV}?${new URLSearchParams(wanted)}` };
      },
    );

    app.get(
      CSV,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The history as a file',
          querystring: ExportHistory,
          response: {
            200: { description: 'CSV', content: { 'text/csv': { schema: z.any() } } },
            ...{ 400: BadInput, 401: Detail, 403: MayNot },
          },
        },
      },
      async ({ colleague, query }, reply) => {
        requireConfirmed(deps, colleague);
        const lines = await exportHistory(deps, doneNow(deps, colleague), query);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="marigold-lane-history.csv"')
          .send(Readable.from(lines));
      },
    );
  };
