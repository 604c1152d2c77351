import type { FastifyPluginAsync } from 'fastify';
import { stemCalls } from '#contract/calls/desk-stems.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { listStems } from './list-stems.ts';
import { countCooler, markBought } from './mark-stems.ts';
import { writeStemsCsv } from './write-stems-csv.ts';

/** What to buy at the market. */
export const stemsRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(stemCalls.list, ({ query }) => listStems(deps, query));
    serve(stemCalls.csv, async ({ query }, reply) => {
      const stems = await listStems(deps, query);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="stems-${stems.from}.csv"`)
        .send(writeStemsCsv(stems));
    });
    serve(stemCalls.markBought, ({ colleague, body }) => markBought(deps, doneBy(colleague), body));
    serve(stemCalls.countCooler, ({ colleague, body }) => countCooler(deps, doneBy(colleague), body));
  };
