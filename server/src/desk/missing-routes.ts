import type { FastifyPluginAsync } from 'fastify';
import { missingCalls } from '#contract/calls/desk-missing.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { reportAllUntieable } from '#server/features/tying/report-untieable.ts';
import { swapOnDay, takeBackSwaps } from '#server/features/tying/swaps/swap-on-day.ts';
import { showMissing } from './show-missing.ts';

/** A flower that is missing, decided once for the day. */
export const missingRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(missingCalls.show, ({ query }) => showMissing(deps, query));
    serve(missingCalls.swap, ({ colleague, body }) => swapOnDay(deps, doneBy(colleague), body));
    serve(missingCalls.takeBack, ({ colleague, body }) => takeBackSwaps(deps, doneBy(colleague), body.swaps));
    serve(missingCalls.reportUntieable, ({ colleague, body }) =>
      reportAllUntieable(deps, doneBy(colleague), body.orders, body.why),
    );
  };
