import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { takingsCalls } from '#contract/calls/desk-takings.ts';
import type { Deps } from '#server/deps.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { askForUnknownMoney } from './ask-for-unknown-money.ts';
import { showTakings } from './show-takings.ts';
import { writeBooks } from './write-books.ts';

/** What the shop took, and its files for the books. */
export const takingsRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(takingsCalls.show, ({ query }) => showTakings(deps, query));
    serve(takingsCalls.findUnknownMoney, () => askForUnknownMoney(deps));
    serve(takingsCalls.export, async ({ body }) => ({
      address: `${takingsCalls.csv.path}?${new URLSearchParams(body)}`,
    }));
    serve(takingsCalls.csv, async ({ colleague, query }, reply) => {
      const lines = await writeBooks(deps, doneNow(deps, colleague), query);
      const name = `marigold-lane-${query.file}-${query.from}-to-${query.to}.csv`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(lines));
    });
  };
