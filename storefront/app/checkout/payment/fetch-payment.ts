import { PaymentStatus } from '#contract/payments.ts';
import { callApi, getJson } from '../../api/client.ts';
import { sleep, untilVisible } from '../../api/poll-delay.ts';
import { withQuery } from '../../api/with-query.ts';
import { pollPayment } from './poll-payment.ts';

/** Captures the approved payment, or returns why it could not. */
export async function capturePayment(order_id: number, paypal_order_id: string): Promise<PaymentStatus> {
  const path = '/api/user/payments/paypal/capture-order/';
  return PaymentStatus.parse(await callApi(path, { method: 'POST', body: { order_id, paypal_order_id } }));
}

/** The current status of an order's payment. */
export async function findPaymentStatus(orderId: number): Promise<PaymentStatus> {
  return PaymentStatus.parse(await getJson(withQuery('/api/user/payments/paypal/status/', { order_id: orderId })));
}

/** Polls until the outcome is known; undefined if it is still open when polling ends. */
export const awaitPayment = (orderId: number, signal: AbortSignal): Promise<PaymentStatus | undefined> =>
  pollPayment({ fetchStatus: () => findPaymentStatus(orderId), now: Date.now, sleep, untilVisible }, signal);
