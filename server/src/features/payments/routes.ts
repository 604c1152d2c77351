import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { BadInput, Detail } from '#contract/errors.ts';
import {
  CapturePayment,
  CreatedPayment,
  CreatePayment,
  PaymentSetup,
  PaymentStatus,
  PaymentStatusQuery,
} from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { refuseOnStandby } from '#server/platform/installation/standby.ts';
import { capturePayment } from './capture/capture-payment.ts';
import { createPayment } from './capture/create-payment.ts';
import { findPaymentStatus } from './capture/find-payment-status.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';

const tags = ['Payments'];

export const paymentRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = [signedIn(deps), refuseOnStandby(deps)];
    const { paypal } = deps.config;

    app.get(
      '/api/payments/paypal/setup/',
      { schema: { tags, summary: 'What the payment buttons need', response: { 200: PaymentSetup } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return { client_id: paypal.clientId, sdk_url: paypal.sdkUrl, pretended: paypal.pretended };
      },
    );

    app.post(
      '/api/user/payments/paypal/create-order/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Open a payment for the cart',
          body: CreatePayment,
          response: {
            200: CreatedPayment,
            400: BadInput,
            401: Detail,
            404: Detail,
            409: Detail,
            429: Detail,
          },
        },
      },
      async ({ shopper, body }) => createPayment(deps, shopper, body),
    );

    app.post(
      '/api/user/payments/paypal/capture-order/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Take the money that was approved and complete the order',
          body: CapturePayment,
          response: { 200: PaymentStatus, 400: BadInput, 401: Detail, 404: Detail, 429: Detail },
        },
      },
      async ({ shopper, body }) => capturePayment(deps, shopper, body),
    );

    app.get(
      '/api/user/payments/paypal/status/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'What is known of paying for an order',
          querystring: PaymentStatusQuery,
          response: { 200: PaymentStatus, 400: BadInput, 401: Detail, 404: Detail, 429: Detail },
        },
      },
      async ({ shopper, query }) => findPaymentStatus(deps, shopper, query.order_id),
    );

    await app.register(webhookRoute(deps));
  };

/** A plugin of its own, because the signature is over the raw bytes of the body. */
const webhookRoute =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    app.post(
      '/api/payments/paypal/webhook/',
      {
        // PayPal sends again what was not accepted, for three days.
        onRequest: refuseOnStandby(deps),
        schema: {
          tags,
          summary: 'Events of PayPal',
          description: 'Signed by PayPal; anything else is refused.',
          response: { 200: Detail, 400: BadInput, 413: Detail, 415: Detail },
        },
      },
      async ({ headers, body, ip }, reply) => {
        reply.header('cache-control', 'no-store');
        const bytes = z.instanceof(Buffer).catch(Buffer.alloc(0)).parse(body);
        await receiveWebhook(deps, headers, bytes, networkOf(ip));
        return { detail: 'Taken.' };
      },
    );
  };
