import type { Order } from '#contract/orders.ts';
import { cancelOrder } from '#server/features/payments/own-orders/cancel-order.ts';
import { startRefund } from '#server/features/payments/refunds/start-refund.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { onCall } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { type Customer, createCustomer } from '../../rig/customer.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { addSweeps, atTheDesk } from './at-the-desk.ts';

/** A customer with all done but the last step before the point. */
export type Round = { customer: Customer; order: Order; paypalOrder: string };

export type Scenario = {
  name: string;
  points: string[];
  /** When the provider's events arrive: where never, the shop has to find out by itself. */
  events: 'always' | 'after the crash' | 'never';
  prepare(env: TestEnvironment): Promise<Round>;
  /** While the shop is closed, before it opens with the point set. */
  before?(env: TestEnvironment, round: Round): Promise<void>;
  /** The last thing the buyer does; it is not repeated. */
  act?(env: TestEnvironment, round: Round): Promise<unknown>;
};

const fill = async ({ client }: TestEnvironment): Promise<Round> => {
  const customer = await createCustomer(client);
  return { customer, order: await customer.fillCart({ note: 'With love' }), paypalOrder: '' };
};
const open = async (env: TestEnvironment): Promise<Round> => {
  const { customer, order } = await fill(env);
  return { customer, order, paypalOrder: await customer.openPayment(order) };
};
const approve = async (env: TestEnvironment): Promise<Round> => {
  const round = await open(env);
  await env.provider.approve(round.paypalOrder);
  return round;
};
/** The same with a code that can be used once. */
const approveWithCode = async (env: TestEnvironment): Promise<Round> => {
  const { customer, order } = await fill(env);
  const code = `ONCE-${order.id}`;
  await env.query(
    `insert into promo_codes (code, kind, value, max_uses, created_at) values ($1, 'percent', 10, 1, now())`,
    [code],
  );
  const path = `/api/user/orders/${order.id}/update-code/`;
  const cheaper = await customer.call<Order>(200, 'PATCH', path, { code });
  const paypalOrder = await customer.openPayment(cheaper);
  await env.provider.approve(paypalOrder);
  return { customer, order: cheaper, paypalOrder };
};
const outdate = async (env: TestEnvironment): Promise<Round> => {
  const round = await open(env);
  await round.customer.changeCart(round.order);
  return round;
};
/** A page captures, without us, a payment whose cart has changed. */
const captureWithoutUs = async ({ provider }: TestEnvironment, { paypalOrder }: Round): Promise<void> => {
  await provider.approve(paypalOrder);
  await provider.capture(paypalOrder);
};
const capture = (_env: TestEnvironment, { customer, order, paypalOrder }: Round) =>
  customer.capture(order.id, paypalOrder);

/** Makes the payment due, with a sweep at the next opening. */
async function makeDue(env: TestEnvironment, { paypalOrder }: Round): Promise<void> {
  await env.query(`update payments set look_again_at = now() - interval '1 minute' where provider_order_id = $1`, [
    paypalOrder,
  ]);
  await addSweeps(env);
}

const pay = async (env: TestEnvironment): Promise<Round> => {
  const round = await approve(env);
  const state = await round.customer.capture(round.order.id, round.paypalOrder);
  if (state !== 'paid') throw new Error(`Order ${round.order.id} was ${state}.`);
  env.promised.paid.add(round.order.id);
  return round;
};

/** The florist asks for it while the shop is closed: the shop finds it when it opens. */
const askForRefund = (env: TestEnvironment, { order }: Round): Promise<void> =>
  atTheDesk(env, async (deps, tx) => {
    await startRefund(deps, tx, order.id, { amountPence: 500, reason: 'A rose was short', ...onCommandLine('flora') });
  });
const askToCancel = (env: TestEnvironment, { order }: Round): Promise<void> =>
  atTheDesk(env, async (deps, tx) => {
    await startRefund(deps, tx, order.id, { amountPence: 500, reason: 'A rose was short', ...onCommandLine('flora') });
    await cancelOrder(deps, tx, order.id, { reason: 'No tulips', ...onCommandLine('flora') });
  });

/** The provider keeps the payment pending, and decides a moment later. */
const payPending =
  (later: 'COMPLETED' | 'DENIED') =>
  async (env: TestEnvironment): Promise<Round> => {
    const round = await approve(env);
    const rule = onCall('captureOrder', { pendingCapture: { later, afterSeconds: 1 } }, { orderId: round.paypalOrder });
    await env.provider.call('POST', '/standin/faults', { rules: [rule] });
    await round.customer.capture(round.order.id, round.paypalOrder);
    return round;
  };

const CAPTURING = ['capture intended', 'captured at the provider', 'order completed, not yet committed'];
const GIVING_BACK = [
  'refund intended',
  'refunded at the provider',
  'refund recorded, not yet committed',
  'refund recorded',
];
const REFUNDING = ['outcome recorded', ...GIVING_BACK];

export const SCENARIOS: Scenario[] = [
  {
    name: 'create',
    points: ['payment intended', 'payment opened at the provider', 'payment opened'],
    events: 'never',
    prepare: fill,
    act: (_env, { customer, order }) => customer.openPayment(order),
  },
  {
    name: 'capture',
    points: ['settling', 'order looked up', ...CAPTURING, 'outcome recorded'],
    events: 'never',
    prepare: approve,
    act: capture,
  },
  { name: 'capture with a code', points: CAPTURING, events: 'never', prepare: approveWithCode, act: capture },
  {
    name: 'webhook',
    points: ['event verified', 'event kept', 'event being followed', ...CAPTURING],
    events: 'always',
    prepare: open,
    act: ({ provider }, { paypalOrder }) => provider.approve(paypalOrder),
  },
  { name: 'sweeper', points: ['sweeping', ...CAPTURING], events: 'never', prepare: approve, before: makeDue },
  {
    name: 'refund, buyer back',
    points: ['settling', 'order looked up', ...REFUNDING],
    events: 'after the crash',
    prepare: outdate,
    before: captureWithoutUs,
    act: capture,
  },
  {
    name: 'refund, buyer gone',
    points: ['event verified', 'event kept', 'event being followed', 'settling', 'order looked up', ...REFUNDING],
    events: 'always',
    prepare: outdate,
    act: captureWithoutUs,
  },
  { name: 'refund in part', points: GIVING_BACK, events: 'after the crash', prepare: pay, before: askForRefund },
  { name: 'refund in part, no events', points: GIVING_BACK, events: 'never', prepare: pay, before: askForRefund },
  { name: 'cancel', points: GIVING_BACK, events: 'always', prepare: pay, before: askToCancel },
  {
    name: 'pending, paid at last',
    points: ['sweeping', 'order looked up', 'order completed, not yet committed', 'outcome recorded'],
    events: 'never',
    prepare: payPending('COMPLETED'),
    before: makeDue,
  },
  {
    name: 'pending, refused at last',
    points: ['sweeping', 'order looked up', 'outcome recorded'],
    events: 'never',
    prepare: payPending('DENIED'),
    before: makeDue,
  },
];
