import type { FastifyPluginAsync } from 'fastify';
import { receiptDeskCalls } from '#contract/calls/desk-receipts.ts';
import { ownOrderCalls } from '#contract/calls/orders.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { findDeskReceipt, findOwnReceipt } from './find-receipt.ts';

/** What was paid, for the buyer and for the desk. */
export const receiptRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serveShopper(app, deps)(ownOrderCalls.findReceipt, ({ shopper, params }) =>
      findOwnReceipt(deps, shopper, params.orderId),
    );
    serveAtDesk(app, deps)(receiptDeskCalls.find, ({ params }) => findDeskReceipt(deps, params.orderId));
  };
