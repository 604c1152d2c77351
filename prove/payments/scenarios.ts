import type { Order } from '#contract/orders.ts';
import { connect } from '#server/database/connect.ts';
import { createJobs } from '#server/jobs/create-jobs.ts';
import { type Customer, createCustomer } from '../../bench/customer.ts';
import type { TestEnvironment } from '../test-environment.ts';

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
async function makeDue({ database, query }: TestEnvironment, { paypalOrder }: Round): Promise<void> {
  await query(`update payments set look_again_at = now() - interval '1 minute' where provider_order_id = $1`, [
    paypalOrder,
  ]);
  await addSweep(database());
}

export async function addSweep(connectionString: string): Promise<void> {
  const db = connect(connectionString);
  const jobs = createJobs(db);
  try {
    await db.transaction((tx) => jobs.add(tx, 'sweep-payments', {}));
  } finally {
    await jobs.close();
    await db.$client.end();
  }
}

const CAPTURING = ['capture intended', 'captured at the provider', 'order completed, not yet committed'];
const REFUNDING = ['outcome recorded', 'refund intended', 'refunded at the provider'];

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
];
