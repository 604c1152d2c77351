import { refuse } from '../problem.ts';
import type { StandIn } from '../stand-in.ts';
import type { Funding, OrderRecord } from '../store/records.ts';
import { toOrderEvent } from '../webhooks/record-event.ts';
import { WINDOW_MS } from './create-order.ts';
import { requireOrder } from './order-calls.ts';

type Choice = { funding?: Funding; declined?: boolean; payer?: string };

/** The buyer approves. With a card that is declined, every capture is refused until the buyer chooses another way. */
export function approveOrder(
  standIn: StandIn,
  token: string,
  { funding = 'paypal', declined = false, payer }: Choice,
): OrderRecord {
  const { store } = standIn;
  const order = requireOrder(standIn, token);
  if (order.status === 'COMPLETED') throw refuse('ORDER_ALREADY_CAPTURED');
  const { refuses, ...rest } = order;
  const approved: OrderRecord = {
    ...rest,
    status: 'APPROVED',
    funding,
    ...(payer !== undefined && { payer }),
    updatedAt: store.now(),
    expiresAt: order.status === 'APPROVED' ? order.expiresAt : store.now() + WINDOW_MS,
    ...(declined && { refuses: 'INSTRUMENT_DECLINED' }),
  };
  const news = order.status !== 'APPROVED' || refuses !== undefined;
  store.commit({
    put: { orders: [approved], ...(news && toOrderEvent(standIn, approved, 'CHECKOUT.ORDER.APPROVED')) },
  });
  return approved;
}

/** Makes the order expire at once. */
export function expireOrder(standIn: StandIn, id: string): void {
  const { store } = standIn;
  const order = store.tables.orders.get(id);
  if (order && order.status !== 'COMPLETED') store.commit({ put: { orders: [{ ...order, expiresAt: store.now() }] } });
}
