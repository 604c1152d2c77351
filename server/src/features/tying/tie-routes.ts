import type { FastifyPluginAsync } from 'fastify';
import { tieCalls } from '#contract/calls/desk-tie.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { countTied } from './count-tied.ts';
import { reportTieable, reportUntieable } from './report-untieable.ts';
import { listFlowersLike } from './stems/list-flowers-like.ts';
import { settleSwap, withdrawSwap } from './swaps/settle-swap.ts';
import { takeBackOrders, tieOrders } from './tie-orders.ts';

/** What is pressed at the bench. */
export const tieRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(tieCalls.tie, async ({ colleague, body }) => ({
      orders: await tieOrders(deps, doneBy(colleague), body.orders),
    }));
    serve(tieCalls.takeBack, async ({ colleague, body }) => ({
      orders: await takeBackOrders(deps, doneBy(colleague), body.orders),
    }));
    serve(tieCalls.countTied, ({ colleague, params, body }) =>
      countTied(deps, doneBy(colleague), params.orderId, body),
    );
    serve(tieCalls.reportUntieable, ({ colleague, params, body }) =>
      reportUntieable(deps, doneBy(colleague), params.orderId, body.why),
    );
    serve(tieCalls.reportTieable, ({ colleague, params }) => reportTieable(deps, doneBy(colleague), params.orderId));
    serve(tieCalls.listFlowersLike, ({ query }) => listFlowersLike(deps, query.flower));
    serve(tieCalls.settleSwap, ({ colleague, params }) => settleSwap(deps, doneBy(colleague), params.swapId));
    serve(tieCalls.withdrawSwap, ({ colleague, params }) => withdrawSwap(deps, doneBy(colleague), params.swapId));
  };
