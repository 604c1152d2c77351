import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { CountCooler, ListStems, MarkBought, StemsToBuy } from '#contract/desk-stems.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { listStems } from './list-stems.ts';
import { countCooler, markBought } from './mark-stems.ts';
import { writeStemsCsv } from './write-stems-csv.ts';

const shared = { tags: ['Desk: stems'], ...AT_DESK };
const refusals = { 400: BadInput, 401: Detail, 403: Detail };

/** What to buy at the market. */
export const stemsRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'tie');

    app.get(
      '/api/desk/stems/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Stems to buy for a day or for several',
          querystring: ListStems,
          response: { 200: StemsToBuy, ...refusals },
        },
      },
      async ({ query }) => listStems(deps, query),
    );

    app.get(
      '/api/desk/stems/csv/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The same list as a spreadsheet',
          querystring: ListStems,
          response: {
            200: { description: 'CSV', content: { 'text/csv': { schema: z.string() } } },
            ...refusals,
          },
        },
      },
      async ({ query }, reply) => {
        const stems = await listStems(deps, query);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="stems-${stems.from}.csv"`)
          .send(writeStemsCsv(stems));
      },
    );

    app.put(
      '/api/desk/stems/bought/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Tick a flower as bought, or take the tick away',
          body: MarkBought,
          response: { 204: z.undefined(), ...refusals },
        },
      },
      async ({ colleague, body }, reply) => {
        await markBought(deps, doneBy(colleague), body);
        return reply.code(204).send();
      },
    );

    app.put(
      '/api/desk/stems/cooler/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Say how many stems of a flower are in the cooler',
          body: CountCooler,
          response: { 204: z.undefined(), ...refusals },
        },
      },
      async ({ colleague, body }, reply) => {
        await countCooler(deps, doneBy(colleague), body);
        return reply.code(204).send();
      },
    );
  };
