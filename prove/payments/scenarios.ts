import type { Order } from '#contract/orders.ts';
import { connect } from '#server/database/connect.ts';
import { createJobs } from '#server/jobs/create-jobs.ts';
import { enter, type Shopper } from '../shopper.ts';
import type { TestEnvironment } from '../test-environment.ts';

/** Someone who stands right before the point. */
export type Round = { shopper: Shopper; order: Order; paypalOrder: string };

export type Scenario = {
  name: string;
  /** The points it leads to. */
  points: string[];
  /** When the provider's events arrive: where never, the shop has to find out by itself. */
  events: 'always' | 'after the crash' | 'never';
  /** In a whole shop. */
  prepare(place: TestEnvironment): Promise<Round>;
  /** While the shop is closed, before it opens with the point set. */
  before?(place: TestEnvironment, round: Round): Promise<void>;
  /** The last thing the buyer does. Nobody tries again afterwards. */
  act?(place: TestEnvironment, round: Round): Promise<unknown>;
};

const fill = async (): Promise<Round> => {
  const shopper = await enter();
  return { shopper, order: await shopper.fillCart(), paypalOrder: '' };
};
const open = async (): Promise<Round> => {
  const { shopper, order } = await fill();
  return { shopper, order, paypalOrder: await shopper.create(order) };
};
const approve = async ({ provider }: TestEnvironment): Promise<Round> => {
  const round = await open();
  await provider.approve(round.paypalOrder);
  return round;
};
const outdate = async (): Promise<Round> => {
  const round = await open();
  await round.shopper.changeCart(round.order);
  return round;
};
/** A page captures what is no longer in the cart, without us. */
const captureBehindOurBack = async ({ provider }: TestEnvironment, { paypalOrder }: Round): Promise<void> => {
  await provider.approve(paypalOrder);
  await provider.capture(paypalOrder);
};
const capture = (_place: TestEnvironment, { shopper, order, paypalOrder }: Round) =>
  shopper.capture(order.id, paypalOrder);

/** As if its time had come, with a sweep at the next opening. */
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
    act: (_place, { shopper, order }) => shopper.create(order),
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
    before: captureBehindOurBack,
    act: capture,
  },
  {
    name: 'refund, buyer gone',
    points: ['event verified', 'event kept', 'event being followed', 'settling', 'order looked up', ...REFUNDING],
    events: 'always',
    prepare: outdate,
    act: captureBehindOurBack,
  },
];
