import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatDay, nextChoice } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { CreatedPayment, type PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { failureWords } from '../../api/failure-words.ts';
import { fieldErrorsOf } from '../../api/field-errors.ts';
import { cachedCart, invalidateCart } from '../../cart/cart-query.ts';
import { useDeliveryRules } from '../../shell/delivery-rules.ts';
import { refreshRules, useShopNow } from '../../shell/shop-clock.ts';
import { awaitPayment, capturePayment, findPaymentStatus } from './fetch-payment.ts';
import { storeStartedPayment } from './started-payment.ts';

const NOT_REACHED = 'We couldn’t reach the payment service. Nothing has been charged.';
const CLOSED = 'You closed the payment. Nothing has been charged.';
const CHANGED = 'Your cart has changed. Please look at it again.';
const INVALID = 'Invalid response from backend';

export type Payment = {
  cart: Order;
  /** Resolves when the shop has confirmed everything that is shown. */
  settled: () => Promise<void>;
  onPaid: (orderId: number) => void;
  onBusy: (busy: boolean) => void;
};

/** `checking`: a capture runs. `waiting`: the outcome is polled. `stopped`: polling has ended without one. */
export type Phase = 'ready' | 'checking' | 'waiting' | 'stopped';

type Restart = { restart: () => unknown };

/** What the buyer saw. The amount to pay is named where more than goods and delivery make it up. */
function toShown({ total_cost, amount_to_pay, sums }: Order) {
  const amount = total_cost.toFixed(2);
  const isPlain = sums.every(({ kind }) => kind === 'goods' || kind === 'delivery');
  return isPlain ? { amount } : { amount, amount_to_pay: amount_to_pay.toFixed(2) };
}

/** The page has shown a day that filled, closed or passed since. */
const sayDayGone = (shown: string, next: string) =>
  `We can no longer deliver on ${formatDay(shown)}. The next possible day is ${formatDay(next)}. Nothing has been charged.`;

/** One payment, from the press of a button to its outcome. What the page says of money, the shop has confirmed. */
export function usePayment(options: Payment) {
  const client = useQueryClient();
  const latest = useRef(options);
  latest.current = options;
  const [phase, setPhase] = useState<Phase>('ready');
  const [said, setSaid] = useState({ words: '', help: '' });
  const [now, rules] = [useShopNow(), useDeliveryRules()];
  /** The day that is shown where none is chosen. */
  const promised = useRef<string>(undefined);
  promised.current = now && nextChoice(now, rules);
  const unmounted = useMemo(() => new AbortController(), []);
  useEffect(() => () => latest.current.onBusy(false), []);

  const actions = useMemo(() => {
    /** Why createOrder failed: the provider's script reports the same failure once more, without the reason. */
    let failure = { words: '', help: '' };
    /** The order opened at the provider; another may have become the cart meanwhile. */
    let opened: number | undefined;
    const openedOrder = () => opened ?? latest.current.cart.id;
    let checkAgain = () => {};

    const enter = (next: Phase, words = '', help = '') => {
      if (unmounted.signal.aborted) return;
      setPhase(next);
      setSaid({ words, help });
      latest.current.onBusy(next !== 'ready');
    };

    const conclude = (orderId: number, { state, detail }: PaymentStatus, instead = detail) => {
      if (state === 'paid') return latest.current.onPaid(orderId);
      enter('ready', state === 'open' ? instead : detail);
      void invalidateCart(client);
      if (state === 'changed') void refreshRules();
    };

    const wait = async (orderId: number, message: string, instead?: string) => {
      enter('waiting', message);
      try {
        const status = await awaitPayment(orderId, unmounted.signal);
        if (status) return conclude(orderId, status, instead);
        checkAgain = () => void wait(orderId, message, instead);
        enter('stopped');
      } catch (error) {
        if (!unmounted.signal.aborted) enter('ready', failureWords(error));
      }
    };

    /** Only the shop knows whether something was paid, whatever the provider's window reports. */
    const checkStatus = async (orderId: number, instead: string) => {
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

    const onCheckAgain = () => checkAgain();
    const buttons = {
      async createOrder(): Promise<string> {
        failure = { words: '', help: '' };
        enter('ready');
        // The amount that was shown when the button was pressed: if pending changes alter it, the shop refuses.
        const shown = latest.current.cart;
        const nextDay = promised.current;
        await latest.current.settled();
        const cart = cachedCart(client) ?? latest.current.cart;
        try {
          const body = { ...toShown(shown), order_id: cart.id };
          const { id, amount_to_pay, delivery_date } = CreatedPayment.parse(
            await callApi('/api/user/payments/paypal/create-order/', { method: 'POST', body }),
          );
          if (id === '') throw new Error(INVALID);
          // The delivery fee or the surcharge of the day has changed since: the buyer sees it here before she pays it.
          if (amount_to_pay !== shown.amount_to_pay) throw new ApiError(409, { detail: CHANGED });
          const shownDay = cart.delivery_date ?? nextDay;
          if (shownDay && delivery_date !== shownDay)
            throw new ApiError(409, { detail: sayDayGone(shownDay, delivery_date) });
          opened = cart.id;
          storeStartedPayment({ orderId: cart.id, paypalId: id });
          return id;
        } catch (error) {
          const [field] = Object.values(fieldErrorsOf(error))[0] ?? [];
          failure =
            error instanceof ApiError
              ? { words: field ?? failureWords(error), help: '' }
              : { words: INVALID, help: 'Nothing has been charged.' };
          void invalidateCart(client);
          void refreshRules();
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
          // The response is lost, not the payment.
          void wait(
            orderId,
            'PayPal has not confirmed your payment yet. We are asking again; nothing is charged twice.',
          );
        }
      },

      onCancel: () => void checkStatus(openedOrder(), CLOSED),

      onError() {
        if (failure.words !== '') enter('ready', failure.words, failure.help);
        else void checkStatus(openedOrder(), NOT_REACHED);
      },
    };
    return { buttons, onCheckAgain };
  }, [client, unmounted]);

  useEffect(() => () => unmounted.abort(), [unmounted]);
  return { phase, ...said, ...actions };
}
