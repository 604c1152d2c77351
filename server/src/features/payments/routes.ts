import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { paymentCalls } from '#contract/calls/payments.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { serveOpen } from '#server/platform/http/serve-call.ts';
import { refuseOnStandby } from '#server/platform/installation/standby.ts';
import { capturePayment } from './capture/capture-payment.ts';
import { createPayment } from './capture/create-payment.ts';
import { findPaymentStatus } from './capture/find-payment-status.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';

export const paymentRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    const guarded = { onRequest: [signedIn(deps), refuseOnStandby(deps)] };

    serve(paymentCalls.findSetup, async (_request, reply) => {
      const { clientId, sdkUrl, pretended } = deps.config.paypal;
      reply.header('cache-control', 'no-store');
      return { client_id: clientId, sdk_url: sdkUrl, pretended };
    });
    serve(paymentCalls.create, ({ shopper, body }) => createPayment(deps, shopper, body), guarded);
    serve(paymentCalls.capture, ({ shopper, body }) => capturePayment(deps, shopper, body), guarded);
    serve(paymentCalls.findStatus, ({ shopper, query }) => findPaymentStatus(deps, shopper, query.order_id), guarded);

    await app.register(webhookRoute(deps));
  };

/** A plugin of its own, because the signature is over the raw bytes of the body. */
const webhookRoute =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    // PayPal sends again what was not accepted, for three days.
    app.addHook('onRequest', refuseOnStandby(deps));
    serveOpen(app)(paymentCalls.receiveWebhook, async ({ headers, body, ip }, reply) => {
      reply.header('cache-control', 'no-store');
      const bytes = z.instanceof(Buffer).catch(Buffer.alloc(0)).parse(body);
      await receiveWebhook(deps, headers, bytes, networkOf(ip));
      return { detail: 'Taken.' };
    });
  };
