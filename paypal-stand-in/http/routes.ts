import { issueToken, makeClientToken } from '../access-token.ts';
import { captureOrder } from '../orders/capture-order.ts';
import { createOrder } from '../orders/create-order.ts';
import { findOrder, patchOrder } from '../orders/order-calls.ts';
import { findCapture, findRefund } from '../payments/payment-calls.ts';
import { refundCapture } from '../payments/refund-capture.ts';
import type { Handler } from '../stand-in.ts';
import { findEvent, listEvents, resendEvent } from '../webhooks/event-calls.ts';
import { verifySignature } from '../webhooks/verify-signature.ts';
import { createWebhook, deleteWebhook, findWebhook, listWebhooks } from '../webhooks/webhook-calls.ts';

type Route = { op: string; method: string; path: string; handle: Handler; open?: true };

/** Every call of PayPal's API that the stand-in handles. Fault rules match the names in `op`. */
export const ROUTES: readonly Route[] = [
  { op: 'token', method: 'POST', path: '/v1/oauth2/token', handle: issueToken, open: true },
  { op: 'clientToken', method: 'POST', path: '/v1/identity/generate-token', handle: makeClientToken },
  { op: 'createOrder', method: 'POST', path: '/v2/checkout/orders', handle: createOrder },
  { op: 'getOrder', method: 'GET', path: '/v2/checkout/orders/:id', handle: findOrder },
  { op: 'patchOrder', method: 'PATCH', path: '/v2/checkout/orders/:id', handle: patchOrder },
  { op: 'captureOrder', method: 'POST', path: '/v2/checkout/orders/:id/capture', handle: captureOrder },
  { op: 'getCapture', method: 'GET', path: '/v2/payments/captures/:id', handle: findCapture },
  { op: 'refundCapture', method: 'POST', path: '/v2/payments/captures/:id/refund', handle: refundCapture },
  { op: 'getRefund', method: 'GET', path: '/v2/payments/refunds/:id', handle: findRefund },
  { op: 'createWebhook', method: 'POST', path: '/v1/notifications/webhooks', handle: createWebhook },
  { op: 'listWebhooks', method: 'GET', path: '/v1/notifications/webhooks', handle: listWebhooks },
  { op: 'getWebhook', method: 'GET', path: '/v1/notifications/webhooks/:id', handle: findWebhook },
  { op: 'deleteWebhook', method: 'DELETE', path: '/v1/notifications/webhooks/:id', handle: deleteWebhook },
  { op: 'listEvents', method: 'GET', path: '/v1/notifications/webhooks-events', handle: listEvents },
  { op: 'getEvent', method: 'GET', path: '/v1/notifications/webhooks-events/:id', handle: findEvent },
  { op: 'resendEvent', method: 'POST', path: '/v1/notifications/webhooks-events/:id/resend', handle: resendEvent },
  {
    op: 'verifySignature',
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    handle: verifySignature,
  },
];

export const OPS: readonly string[] = ROUTES.map(({ op }) => op);
