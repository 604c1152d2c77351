import type { PaymentState, RefundState } from '#server/features/orders/states.ts';
import type { Movement, OrderRecord } from '../../paypal-stand-in/store/records.ts';
import type { TestEnvironment } from './test-environment.ts';

export type PaymentInLedger = {
  id: string;
  orderId: number;
  orderVersion: number;
  state: PaymentState;
  pence: number;
  invoice: string;
  captureId: string | null;
  secondsToNextLookup: number | null;
};

export type RefundInLedger = {
  id: string;
  paymentId: string;
  state: RefundState;
  pence: number;
  providerRefundId: string | null;
  who: string;
  secondsToNextLookup: number | null;
};

export type OrderInLedger = {
  id: number;
  userId: number | null;
  status: 'P' | 'C';
  isCancelled: boolean;
  version: number;
  /** What it cost with delivery, once it is completed. */
  pence: number | null;
  itemsPence: number | null;
  goodsPence: number | null;
  items: number;
  unpriced: number;
  hasAddress: boolean;
  isWhole: boolean;
  isFrozen: boolean;
  isMerged: boolean;
  /** If it was merged, of the cart that it was merged into. */
  note: string;
};

/** Everything that is compared: the ledger of the shop and the provider's. */
export type LedgerSnapshot = {
  payments: PaymentInLedger[];
  refunds: RefundInLedger[];
  /** Letters that tell a buyer of a refund or of a cancelled order. */
  refundLetters: number;
  orders: OrderInLedger[];
  letters: { userId: number; count: number }[];
  slips: number;
  /** The sums of takings, over all days. */
  takings: { charged: number; refunded: number };
  /** Codes whose uses are limited. */
  codes: { code: string; maxUses: number; uses: number }[];
  sold: number;
  soldInOrders: number;
  ledger: Movement[];
  providerOrders: OrderRecord[];
  pendingCaptures: string[];
  /** Refunds that the provider has not decided yet, by the id of ours. */
  pendingRefunds: string[];
  /** Payments whose order has expired at the provider, so that they may stay unclear. */
  forgotten: string[];
};

const PAYMENTS = `select id, order_id as "orderId", order_version as "orderVersion", state, amount_pence as pence, invoice,
  capture_id as "captureId", extract(epoch from look_again_at - now())::float8 as "secondsToNextLookup" from payments`;

const REFUNDS = `select id, payment_id as "paymentId", state, amount_pence as pence, provider_refund_id as "providerRefundId", who,
  extract(epoch from look_again_at - now())::float8 as "secondsToNextLookup" from refunds`;

const ORDERS = `select number.id, coalesce(orders.stage = 'cancelled', false) as "isCancelled", coalesce(carts.user_id, orders.user_id) as "userId", coalesce(orders.status, 'P') as status,
  coalesce(carts.version, orders.version, 0) as version,
  case when orders.status = 'C' then sums.pence end as pence, case when orders.status = 'C' then sums.goods end as "goodsPence",
  coalesce(orders.stage = 'awaiting payment', false) as "isFrozen", number.merged_into_id is not null as "isMerged",
  coalesce(carts.text, orders.text, merged_cart.text, merged_order.text, '') as note, orders.address is not null as "hasAddress",
  coalesce(orders.completed_at is not null and orders.delivery_date is not null, false) as "isWhole",
  coalesce(lines.count, 0) as items, 0 as unpriced, lines.pence as "itemsPence"
  from order_numbers as number left join carts on carts.id = number.id left join orders on orders.id = number.id
  left join carts as merged_cart on merged_cart.id = number.merged_into_id
  left join orders as merged_order on merged_order.id = number.merged_into_id
  left join lateral (select sum(pence)::int as pence, (sum(pence) filter (where kind = 'goods'))::int as goods
    from order_sums where order_id = number.id) as sums on true
  left join lateral (select count(*)::int as count, sum(quantity * price_pence)::int as pence
    from order_items where order_id = number.id) as lines on true
  where orders.replaces_order_id is null`;

const LETTERS = `select user_id as "userId", count(*)::int as count from letters where kind = 'order-confirmed'
  group by user_id`;
const SLIPS = `select count(*)::int as slips from letters where kind = 'order-to-tie'`;

const REFUND_LETTERS = `select count(*)::int as count from letters where kind in ('order-refunded', 'order-cancelled')`;

const TAKINGS = `select coalesce(sum(goods + extras + delivery + surcharge + discount), 0)::int as charged,
  coalesce(sum(refunded), 0)::int as refunded from takings_by_day`;

const CODES = `select code, max_uses as "maxUses", count(orders.id)::int as uses
  from promo_codes left join orders on promo_code_id = promo_codes.id and stage <> 'cancelled'
  where max_uses is not null group by promo_codes.id`;

const SOLD = `select (select coalesce(sum(sold), 0)::int from products) as sold, (select coalesce(sum(quantity), 0)::int
  from order_items join orders on orders.id = order_id where status = 'C' and stage <> 'cancelled' and replaces_order_id is null) as "soldInOrders"`;

export type ProviderState = {
  orders: OrderRecord[];
  captures: { id: string; status: string }[];
  refunds: { customId?: string; status?: string; later?: object }[];
};

export async function readLedger({ provider, query }: TestEnvironment): Promise<LedgerSnapshot> {
  const payments = await query<PaymentInLedger>(PAYMENTS);
  const refunds = await query<RefundInLedger>(REFUNDS);
  const [told] = await query<{ count: number }>(REFUND_LETTERS);
  const orders = await query<OrderInLedger>(ORDERS);
  const letters = await query<LedgerSnapshot['letters'][number]>(LETTERS);
  const [takings] = await query<LedgerSnapshot['takings']>(TAKINGS);
  const [slips] = await query<{ slips: number }>(SLIPS);
  const [sold] = await query<Pick<LedgerSnapshot, 'sold' | 'soldInOrders'>>(SOLD);
  const state = await readProvider(provider);
  return {
    payments,
    refunds,
    refundLetters: told?.count ?? 0,
    orders,
    letters,
    slips: slips?.slips ?? 0,
    takings: takings ?? { charged: 0, refunded: 0 },
    codes: await query<LedgerSnapshot['codes'][number]>(CODES),
    ...(sold ?? { sold: 0, soldInOrders: 0 }),
    ledger: await provider.ledger(),
    providerOrders: state.orders,
    pendingCaptures: state.captures.filter(({ status }) => status === 'PENDING').map(({ id }) => id),
    pendingRefunds: state.refunds.flatMap(({ customId = '', status }) => (status === 'PENDING' ? [customId] : [])),
    forgotten: listForgotten(state.orders),
  };
}

export async function readProvider({ call }: TestEnvironment['provider']): Promise<ProviderState> {
  return (await call('GET', '/standin/state')).body as unknown as ProviderState;
}

/** What was not paid for in time; the proof never moves the provider's clock. */
export function listForgotten(orders: OrderRecord[]): string[] {
  const late = orders.filter(({ status, expiresAt }) => status !== 'COMPLETED' && expiresAt <= Date.now());
  return late.map(({ request }) => request.purchase_units[0].custom_id ?? '');
}
