import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { cachedCart, reloadCart } from '../cart/cart-query.ts';
import { awaitPayment, capturePayment, findPaymentStatus } from './fetch-payment.ts';
import { storeStartedPayment } from './started-payment.ts';

const NOT_REACHED = 'We couldn’t reach the payment service. Nothing has been charged.';
const CLOSED = 'You closed the payment. Nothing has been charged.';
const INVALID = 'Invalid response from backend';

export type Payment = {
  cart: Order;
  /** Resolves when the shop holds everything that is shown. */
  settled: () => Promise<void>;
  onPaid: (orderId: number) => void;
  onBusy: (busy: boolean) => void;
};

/** `checking`: the money is being taken. `waiting`: the provider has not said how it went. `stopped`: nor are we asking. */
export type Phase = 'ready' | 'checking' | 'waiting' | 'stopped';

type Restart = { restart: () => unknown };

/** One payment, from the press of a button to its outcome. What is said of money is what the shop has confirmed. */
export function usePayment(given: Payment) {
  const client = useQueryClient();
  const latest = useRef(given);
  latest.current = given;
  const [phase, setPhase] = useState<Phase>('ready');
  const [words, setWords] = useState('');
  const gone = useMemo(() => new AbortController(), []);
  useEffect(() => () => latest.current.onBusy(false), []);

  const actions = useMemo(() => {
    /** What createOrder had to say of its own failure: the provider's script reports it once more. */
    let said = '';
    /** What was opened at the provider, whatever becomes of the cart meanwhile. */
    let opened: number | undefined;
    const openedOrder = () => opened ?? latest.current.cart.id;
    let askAgain = () => {};

    const enter = (next: Phase, message = '') => {
      if (gone.signal.aborted) return;
      setPhase(next);
      setWords(message);
      latest.current.onBusy(next !== 'ready');
    };

    const conclude = (orderId: number, { state, detail }: PaymentStatus, instead = detail) => {
      if (state === 'paid') return latest.current.onPaid(orderId);
      enter('ready', state === 'open' ? instead : detail);
      void reloadCart(client);
    };

    const wait = async (orderId: number, message: string, instead?: string) => {
      enter('waiting', message);
      try {
        const status = await awaitPayment(orderId, gone.signal);
        if (status) return conclude(orderId, status, instead);
        askAgain = () => void wait(orderId, message, instead);
        enter('stopped');
      } catch (error) {
        if (!gone.signal.aborted) enter('ready', failureWords(error));
      }
    };

    /** Whatever the window said: the shop knows whether something was paid. */
    const lookUp = async (orderId: number, instead: string) => {
      enter('checking');
      try {
        const status = await findPaymentStatus(orderId);
        if (status.state === 'waiting') await wait(orderId, status.detail, instead);
        else conclude(orderId, status, instead);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return enter('ready');
        await wait(orderId, 'We are asking whether anything was paid.', instead);
      }
    };

    const onAsk = () => askAgain();
    const buttons = {
      async createOrder(): Promise<string> {
        said = '';
        enter('ready');
        // What was shown when it was pressed: if what was waited for brings another price, the shop refuses this one.
        const { total_cost } = latest.current.cart;
        await latest.current.settled();
        const cart = cachedCart(client) ?? latest.current.cart;
        try {
          const body = { amount: total_cost.toFixed(2), order_id: cart.id };
          const answer = await callApi('/api/user/payments/paypal/create-order/', { method: 'POST', body });
          const { id } = (answer ?? {}) as { id?: unknown };
          if (typeof id !== 'string' || id === '') throw new Error(INVALID);
          opened = cart.id;
          storeStartedPayment({ orderId: cart.id, paypalId: id });
          return id;
        } catch (error) {
          const [field] = Object.values(fieldErrorsOf(error))[0] ?? [];
          said = error instanceof ApiError ? (field ?? failureWords(error)) : `${INVALID}. Nothing has been charged.`;
          void reloadCart(client);
          throw error;
        }
      },

      async onApprove({ orderID }: { orderID: string }, { restart }: Restart): Promise<void> {
        const orderId = openedOrder();
        enter('checking');
        try {
          const status = await capturePayment(orderId, orderID);
          if (status.state === 'waiting') return void wait(orderId, status.detail);
          conclude(orderId, status);
          if (status.state === 'declined') restart();
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) return enter('ready');
          // The answer is lost, not the payment.
          void wait(
            orderId,
            'PayPal has not confirmed your payment yet. We are asking again; nothing is charged twice.',
          );
        }
      },

      onCancel: () => void lookUp(openedOrder(), CLOSED),

      onError() {
        if (said !== '') enter('ready', said);
        else void lookUp(openedOrder(), NOT_REACHED);
      },
    };
    return { buttons, onAsk };
  }, [client, gone]);

  useEffect(() => () => gone.abort(), [gone]);
  return { phase, words, ...actions };
}
