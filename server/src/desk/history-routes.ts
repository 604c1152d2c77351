import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { historyCalls } from '#contract/calls/desk-history.ts';
import type { Deps } from '#server/deps.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { exportHistory } from './export-history.ts';
import { listHistory } from './list-history.ts';

/** Who did what. There is no call that changes it. */
export const historyRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(historyCalls.list, ({ query }) => listHistory(deps, query));
    serve(historyCalls.export, async ({ query }) => {
      const wanted = Object.entries(query).map(([name, value]) => [name, String(value)]);
      return { address: `${historyCalls.csv.path}?${new URLSearchParams(wanted)}` };
    });
    serve(historyCalls.csv, async ({ colleague, query }, reply) => {
      const lines = await exportHistory(deps, doneNow(deps, colleague), query);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="marigold-lane-history.csv"')
        .send(Readable.from(lines));
    });
  };
