import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatPounds, toPounds } from '#contract/money.ts';
import type { OrderStage } from '#contract/orders.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';
import { cancelOrder } from '../own-orders/cancel-order.ts';
import type { ProviderEvent } from '../paypal/paypal-responses.ts';
import { listRefundsOfOrder, penceDone } from '../refunds/list-refunds.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { sweepRefunds } from '../refunds/sweep-refunds.ts';
import { processEvent, storeEvent } from '../webhooks/receive-webhook.ts';

const PART = 1200;
const pounds = (pence: number): string => formatPounds(toPounds(pence));

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
type Bought = Awaited<ReturnType<typeof buy>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());
beforeEach(async () => {
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

async function buy() {
  const bought = await checkout.buy();
  const { rows } = await checkout.shop.deps.db.execute<{ id: string; capture_id: string }>(
    sql`select id, capture_id from payments where order_id = ${bought.order.id}`,
  );
  const [payment] = rows;
  if (!payment) throw new Error('A bought order has a payment.');
  return { ...bought, payment, unheard: [] as ProviderEvent[] };
}

const inTransaction: (typeof checkout.shop.deps.db)['transaction'] = (act) => checkout.shop.deps.db.transaction(act);
const settle = (id: string) => settleRefund(checkout.shop.deps, id);

async function start(bought: Bought, amountPence: number, reason = 'A rose was short') {
  const wanted = { amountPence, reason, ...onCommandLine('flora') };
  return inTransaction((tx) => startRefund(checkout.shop.deps, tx, bought.order.id, wanted));
}

async function cancel({ order }: Bought): Promise<void> {
  const why = { reason: 'No tulips', ...onCommandLine('flora') };
  const { refund } = await inTransaction((tx) => cancelOrder(checkout.shop.deps, tx, order.id, why));
  if (refund) await settle(refund.id);
}

async function leftOf({ order, pence }: Bought) {
  return pence - penceDone(await listRefundsOfOrder(checkout.shop.deps.db, order.id));
}

/** A person gives money back at PayPal. */
async function refundAtPaypal(bought: Bought, pence: number): Promise<void> {
  const amount = { currency_code: 'GBP', value: (pence / 100).toFixed(2) };
  const { id } = (await checkout.provider.refund(bought.payment.capture_id, { amount })).body;
  const resource = { id, custom_id: bought.payment.id, amount };
  bought.unheard.push({ id: `WH-${id}`, event_type: 'PAYMENT.CAPTURE.REFUNDED', create_time: undefined, resource });
}

/** Every event twice: PayPal repeats itself, once with an id of its own. */
async function hear(bought: Bought): Promise<void> {
  for (const event of bought.unheard.splice(0)) {
    for (const id of [event.id, event.id, `${event.id}-again`]) {
      await storeEvent(checkout.shop.deps, { ...event, id });
      await processEvent(checkout.shop.deps, id);
    }
  }
}

async function reverse(bought: Bought, pence: number): Promise<void> {
  const amount = { currency_code: 'GBP', value: (pence / 100).toFixed(2) };
  const resource = { id: bought.payment.capture_id, custom_id: bought.payment.id, amount };
  const id = `WH-reversed-${bought.payment.id}`;
  bought.unheard.push({ id, event_type: 'PAYMENT.CAPTURE.REVERSED', create_time: undefined, resource });
  await hear(bought);
}

async function failing<T>(act: () => Promise<T>): Promise<T> {
  await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'FAILED' }));
  return act().finally(() => checkout.provider.setFaults());
}

async function sweep(): Promise<void> {
  await checkout.shop.deps.db.execute(sql`update refunds set look_again_at = look_again_at - interval '1 hour'`);
  await sweepRefunds(checkout.shop.deps);
}

const STEPS = {
  'refund part': async (bought) => settle((await start(bought, PART)).id),
  'refund the rest': async (bought) => settle((await start(bought, await leftOf(bought), 'The rest')).id),
  'a refund of the rest fails': async (bought) => failing(async () => settle((await start(bought, bought.pence)).id)),
  'refund part, unclear': async (bought) => {
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }));
    await settle((await start(bought, PART)).id);
    await checkout.provider.setFaults();
  },
  'refund the rest, unclear': async (bought) => {
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }));
    await settle((await start(bought, await leftOf(bought))).id);
    await checkout.provider.setFaults();
  },
  'refund part, pending for days': async (bought) => {
    const pendingRefund = { later: 'COMPLETED', afterSeconds: 5 } as const;
    await checkout.provider.setFaults(onCall('refundCapture', { pendingRefund }));
    await settle((await start(bought, PART)).id);
    await checkout.provider.setFaults();
  },
  'PayPal makes it': async () => {
    await checkout.provider.advance(6);
    await sweep();
  },
  'it becomes clear': sweep,
  cancel,
  'cancel, and its refund fails': async (bought) => failing(() => cancel(bought)),
  'part at PayPal': async (bought) => {
    await refundAtPaypal(bought, PART);
    await hear(bought);
  },
  'the rest at PayPal': async (bought) => {
    await refundAtPaypal(bought, await leftOf(bought));
    await hear(bought);
  },
  'part at PayPal, unheard': async (bought) => refundAtPaypal(bought, PART),
  'the rest at PayPal, unheard': async (bought) => refundAtPaypal(bought, await leftOf(bought)),
  'a refund of the rest is refused': async (bought) => settle((await start(bought, bought.pence)).id),
  'the event comes': hear,
  'part by the bank': async (bought) => reverse(bought, PART),
  'all by the bank': async (bought) => reverse(bought, bought.pence),
} satisfies Record<string, (bought: Bought) => Promise<unknown>>;
type Step = keyof typeof STEPS;

async function take(bought: Bought, steps: Step[]): Promise<void> {
  for (const step of steps) {
    checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 1000));
    await STEPS[step](bought);
  }
}

/** What each letter says, by a word for it. */
const SAYS = {
  // To the buyer.
  'part back':
    /£12\.00 of your order \d+ back.*You paid £[\d.]+\. After this refund, £[\d.]+ of it is for your flowers/s,
  'all back': /given £[\d.]+ of your order \d+ back.*That is all of the £[\d.]+ that you paid, or the last of it/s,
  'cancelled, some is to come': /of your order \d+ back.*is cancelled.*£[\d.]+ of it is still to go back/s,
  cancelled: /is cancelled.*No tulips.*All that you paid, £[\d.]+, has been given back/s,
  // To the florist.
  'not made': /did not give back.*£[\d.]+ of it is left, and can be asked for again/s,
  'not made, nothing left': /did not give back.*Nothing of it is left/s,
  'not made, owed': /did not give back.*£[\d.]+ of it is left, and can be asked for again.*that money is owed/s,
  'left, decide': /was refunded at PayPal.*decide whether the flowers still go out/s,
  'left, on their way': /was refunded at PayPal.*flowers are on their way/s,
  'left, delivered': /was refunded at PayPal.*flowers were delivered/s,
  'left, came back': /was refunded at PayPal.*could not be delivered/s,
  'left, cancelled': /was refunded at PayPal.*The order is cancelled, and all of its money has gone back/s,
  'left, cancelled, owed': /was refunded at PayPal.*The order is cancelled, and £[\d.]+ of its money is still owed/s,
  'reversed, decide': /was taken back by the buyer's bank.*decide whether the flowers still go out/s,
  'reversed, cancelled':
    /was taken back by the buyer's bank.*The order is cancelled, and all of its money has gone back/s,
  'reversed, cancelled, owed':
    /was taken back by the buyer's bank.*is cancelled, and £[\d.]+ of its money is still owed/s,
} as const;
type Words = keyof typeof SAYS;

const UNTRUE_OF_CANCELLED = /for your flowers|stays completed|still go out/;

async function lettersOf({ email, order }: Bought) {
  await checkout.shop.tryJobs();
  const about = checkout.shop
    .letters()
    .filter(({ subject }) => new RegExp(`order ${order.id}\\b.*(back|cancelled|refund|money)`, 'i').test(subject));
  const to = (address: string) => about.filter((letter) => letter.to === address).map(({ text }) => text);
  return { buyer: to(email), florist: to(checkout.shop.deps.config.shopEmail) };
}

type Case = [steps: Step[], letters: { buyer?: Words[]; florist?: Words[] }, stage?: OrderStage];

const CASES: Case[] = [
  [['refund part'], { buyer: ['part back'] }],
  [['refund part', 'refund the rest'], { buyer: ['part back', 'all back'] }],
  [['refund the rest'], { buyer: ['all back'] }, 'delivered'],
  [['refund part, unclear', 'it becomes clear'], { buyer: ['part back'] }],
  // The event does not wait for what PayPal keeps pending, and neither is counted as the other.
  [
    ['refund part, pending for days', 'part at PayPal', 'PayPal makes it'],
    { buyer: ['part back', 'part back'], florist: ['left, decide'] },
  ],
  [['a refund of the rest fails'], { florist: ['not made'] }],
  [['a refund of the rest fails', 'refund the rest'], { buyer: ['all back'], florist: ['not made'] }],
  [['part at PayPal'], { buyer: ['part back'], florist: ['left, decide'] }],
  [['part at PayPal'], { buyer: ['part back'], florist: ['left, decide'] }, 'tied'],
  [['part at PayPal'], { buyer: ['part back'], florist: ['left, on their way'] }, 'out'],
  [['part at PayPal'], { buyer: ['part back'], florist: ['left, delivered'] }, 'delivered'],
  [['part at PayPal'], { buyer: ['part back'], florist: ['left, came back'] }, 'not delivered'],
  [['the rest at PayPal'], { buyer: ['all back'], florist: ['left, decide'] }],
  [['refund part', 'the rest at PayPal'], { buyer: ['part back', 'all back'], florist: ['left, decide'] }],
  [
    ['a refund of the rest fails', 'the rest at PayPal'],
    { buyer: ['all back'], florist: ['not made', 'left, decide'] },
  ],
  [
    ['the rest at PayPal, unheard', 'a refund of the rest is refused', 'the event comes'],
    { buyer: ['all back'], florist: ['left, decide', 'not made, nothing left'] },
  ],
  [
    ['part at PayPal, unheard', 'a refund of the rest is refused', 'the event comes'],
    { buyer: ['part back'], florist: ['left, decide', 'not made'] },
  ],
  [['all by the bank'], { florist: ['reversed, decide'] }],
  [['refund part', 'all by the bank'], { buyer: ['part back'], florist: ['reversed, decide'] }],
  [['cancel'], { buyer: ['cancelled'] }],
  [['refund part', 'cancel'], { buyer: ['part back', 'cancelled'] }],
  [['refund the rest', 'cancel'], { buyer: ['all back', 'cancelled'] }],
  [['the rest at PayPal', 'cancel'], { buyer: ['all back', 'cancelled'], florist: ['left, decide'] }],
  [['refund part, unclear', 'cancel', 'it becomes clear'], { buyer: ['cancelled, some is to come', 'cancelled'] }],
  [['cancel, and its refund fails'], { florist: ['not made, owed'] }],
  [['cancel, and its refund fails', 'refund the rest'], { buyer: ['cancelled'], florist: ['not made, owed'] }],
  [
    ['cancel, and its refund fails', 'refund part', 'refund the rest'],
    { buyer: ['cancelled, some is to come', 'cancelled'], florist: ['not made, owed'] },
  ],
  [
    ['cancel, and its refund fails', 'the rest at PayPal'],
    { buyer: ['cancelled'], florist: ['not made, owed', 'left, cancelled'] },
  ],
  [
    ['cancel, and its refund fails', 'part at PayPal', 'the rest at PayPal'],
    {
      buyer: ['cancelled, some is to come', 'cancelled'],
      florist: ['not made, owed', 'left, cancelled, owed', 'left, cancelled'],
    },
  ],
  [
    ['cancel, and its refund fails', 'part at PayPal', 'refund the rest'],
    { buyer: ['cancelled, some is to come', 'cancelled'], florist: ['not made, owed', 'left, cancelled, owed'] },
  ],
  [
    ['the rest at PayPal, unheard', 'cancel', 'the event comes'],
    { buyer: ['cancelled'], florist: ['left, cancelled', 'not made, nothing left'] },
  ],
  [
    ['part at PayPal, unheard', 'cancel', 'the event comes', 'refund the rest'],
    { buyer: ['cancelled, some is to come', 'cancelled'], florist: ['left, cancelled, owed', 'not made, owed'] },
  ],
  [
    ['cancel, and its refund fails', 'all by the bank'],
    { buyer: ['cancelled'], florist: ['not made, owed', 'reversed, cancelled'] },
  ],
  [
    ['cancel, and its refund fails', 'part by the bank', 'refund the rest'],
    { buyer: ['cancelled'], florist: ['not made, owed', 'reversed, cancelled, owed'] },
  ],
  [['cancel', 'all by the bank'], { buyer: ['cancelled'], florist: ['reversed, cancelled'] }],
];

describe('every movement of money is told once, in words that are true', () => {
  test.each(CASES)('%j', async (steps, { buyer = [], florist = [] }, stage = 'to tie') => {
    const bought = await buy();
    await checkout.shop.deps.db.execute(sql`update orders set stage = ${stage} where id = ${bought.order.id}`);
    await take(bought, steps);
    const letters = await lettersOf(bought);
    expect(letters).toEqual({
      buyer: buyer.map((words) => expect.stringMatching(SAYS[words])),
      florist: florist.map((words) => expect.stringMatching(SAYS[words])),
    });
    if (steps[0]?.startsWith('cancel')) {
      for (const text of [...letters.buyer, ...letters.florist]) expect(text).not.toMatch(UNTRUE_OF_CANCELLED);
    }
    const back = penceDone(await listRefundsOfOrder(checkout.shop.deps.db, bought.order.id));
    expect(back).toBeLessThanOrEqual(bought.pence);
  });

  test('the letter of a refund at PayPal gives no reason, and names what was paid', async () => {
    const bought = await buy();
    await take(bought, ['part at PayPal']);
    const [text] = (await lettersOf(bought)).buyer;
    expect(text).toContain(`You paid ${pounds(bought.pence)}`);
    expect(text).not.toMatch(/Why|Refunded at PayPal/);
  });

  test('a cancelled order whose refund was asked for before gets its letter with that reason', async () => {
    const bought = await buy();
    await take(bought, ['refund the rest, unclear', 'cancel', 'it becomes clear']);
    const { buyer, florist } = await lettersOf(bought);
    expect(buyer).toEqual([expect.stringMatching(/is cancelled.*A rose was short.*has been given back/s)]);
    expect(florist).toEqual([]);
  });
});
