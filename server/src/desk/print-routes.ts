import type { FastifyPluginAsync } from 'fastify';
import { printCalls } from '#contract/calls/desk-print.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { recordPrints } from '#server/features/tying/record-prints.ts';
import { listPrinted } from './list-printed.ts';
import { showRunSheet } from './show-run-sheet.ts';

/** What is printed, one or many. The browser prints it. */
export const printRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(printCalls.list, ({ query }) => listPrinted(deps, query));
    serve(printCalls.record, ({ colleague, body }) => recordPrints(deps, doneBy(colleague), body));
    serve(printCalls.showRun, ({ query }) => showRunSheet(deps, query));
  };
