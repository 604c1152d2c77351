import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Order, type OrderStage } from '#contract/orders.ts';
import { type ChangeOwnOrder, OrderChanges } from '#contract/own-orders.ts';
import { callApi, getJson } from '../../api/client.ts';
import { HISTORY } from '../use-order-history.ts';

const EVERY_MS = 20_000;

/** At the others the page says itself why there is nothing to change. */
const ASKED_AT: OrderStage[] = ['to tie', 'tied', 'out', 'not delivered'];

/** What can still change of an order, and the calls that change it. */
export function useOrderChanges({ id, stage }: Pick<Order, 'id' | 'stage'>) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const path = `/api/user/orders/${id}/` as const;
  // Every stage has its own reason why nothing can change.
  const key = ['order-changes', id, stage];
  const isAsked = stage !== null && ASKED_AT.includes(stage);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    async queryFn() {
      const offer = OrderChanges.parse(await getJson(`${path}changes/`));
      // Fetched after it, the order on the page is at least as new as the event that a change of it names.
      if (client.getQueryData<OrderChanges>(key)?.last_event !== offer.last_event)
        await client.refetchQueries({ queryKey: ['order', String(id)] }, { throwOnError: true });
      return offer;
    },
    refetchInterval: stage === 'to tie' && EVERY_MS,
    enabled: isAsked,
  });
  const show = async (order: Order) => {
    client.setQueryData(['order', String(id)], order);
    for (const queryKey of [['delivery', id], HISTORY]) void client.invalidateQueries({ queryKey });
    // Awaited: a dialog that is opened before would name an event older than this change, and be refused.
    await client.refetchQueries({ queryKey: key });
  };
  const send = async (call: () => Promise<Order>): Promise<Order> => {
    setSending(true);
    try {
      const order = Order.parse(await call());
      await show(order);
      return order;
    } finally {
      setSending(false);
    }
  };
  return {
    data: isAsked ? data : undefined,
    error: isAsked ? error : null,
    refetch,
    isSending,
    change: (wanted: ChangeOwnOrder) => send(() => callApi(`${path}change/`, { method: 'PATCH', body: wanted })),
    cancel: () => send(() => callApi(`${path}cancel/`, { method: 'POST' })),
  };
}

/** What of an order has a dialog of its own. */
export type Part = 'day' | 'address' | 'note' | 'wishes' | 'cancel';

/** Whether the buyer can change this part of the order, or cancel it. */
export const isOpenTo = ({ move, cancel, change }: OrderChanges, part: Part): boolean =>
  (part === 'day' ? move : part === 'cancel' ? cancel : change) === null;

export const canChange = (offer: OrderChanges): boolean =>
  (['day', 'note', 'cancel'] as const).some((part) => isOpenTo(offer, part));

export type OwnChanges = ReturnType<typeof useOrderChanges>;
