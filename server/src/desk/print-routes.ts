import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ListPrinted, PrintedOrders, RecordPrints, RunSheet, ShowRunSheet } from '#contract/desk-print.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { recordPrints } from '../tying/record-prints.ts';
import { listPrinted } from './list-printed.ts';
import { showRunSheet } from './show-run-sheet.ts';

const shared = { tags: ['Desk: print'], ...AT_DESK };
const refusals = { 400: BadInput, 401: Detail, 403: Detail };

/** What is printed, one or many. The browser prints it. */
export const printRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'tie');

    app.get(
      '/api/desk/print/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What is printed for some orders, of a run or of a day',
          querystring: ListPrinted,
          response: { 200: PrintedOrders, ...refusals },
        },
      },
      async ({ query }) => listPrinted(deps, query),
    );

    app.post(
      '/api/desk/print/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'A sheet was printed for these orders',
          description: 'The next one of the same kind says that it is a reprint.',
          body: RecordPrints,
          response: { 204: z.undefined(), ...refusals },
        },
      },
      async ({ colleague, body }, reply) => {
        await recordPrints(deps, doneBy(colleague), body);
        return reply.code(204).send();
      },
    );

    app.get(
      '/api/desk/print/run/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The sheet of a run',
          querystring: ShowRunSheet,
          response: { 200: RunSheet, ...refusals, 404: Detail },
        },
      },
      async ({ query }) => showRunSheet(deps, query),
    );
  };
