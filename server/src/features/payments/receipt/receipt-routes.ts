import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { receiptDeskCalls } from '#contract/calls/desk-receipts.ts';
import { Detail } from '#contract/errors.ts';
import { OrderParams } from '#contract/orders.ts';
import { Receipt } from '#contract/receipts.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { findDeskReceipt, findOwnReceipt } from './find-receipt.ts';

/** What was paid, for the buyer and for the desk. */
export const receiptRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/user/orders/:orderId/receipt/',
      {
        onRequest: signedIn(deps),
        schema: {
          tags: ['Orders'],
          ...PRIVATE,
          summary: 'The receipt of an order that was paid for',
          params: OrderParams,
          response: { 200: Receipt, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => findOwnReceipt(deps, shopper, params.orderId),
    );
    serveAtDesk(app, deps)(receiptDeskCalls.find, ({ params }) => findDeskReceipt(deps, params.orderId));
  };
