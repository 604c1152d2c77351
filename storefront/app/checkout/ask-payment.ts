import { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi, getJson } from '../api/client.ts';

const OFTEN_MS = 2_000;
const SELDOM_MS = 5_000;
const OFTEN_FOR_MS = 30_000;

/** Takes the money that was approved, or says why not. */
export async function capturePayment(order_id: number, paypal_order_id: string): Promise<PaymentStatus> {
  const path = '/api/user/payments/paypal/capture-order/';
  return PaymentStatus.parse(await callApi(path, { method: 'POST', body: { order_id, paypal_order_id } }));
}

/** What is known of paying for an order, now. */
export async function findPaymentStatus(orderId: number): Promise<PaymentStatus> {
  return PaymentStatus.parse(await getJson(`/api/user/payments/paypal/status/?order_id=${orderId}`));
}

/** Asks until the outcome is known, however long that takes. Only a refusal, or nobody listening any more, ends it sooner. */
export async function awaitPayment(orderId: number, signal: AbortSignal): Promise<PaymentStatus> {
  for (const began = Date.now(); ; ) {
    signal.throwIfAborted();
    try {
      const status = await findPaymentStatus(orderId);
      if (status.state !== 'waiting') return status;
    } catch (error) {
      const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 429);
      if (!isPassing) throw error;
    }
    await pause(Date.now() - began < OFTEN_FOR_MS ? OFTEN_MS : SELDOM_MS, signal);
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
