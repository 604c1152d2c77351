import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '#server/testing/random.ts';
import { type Customer, createCustomer } from '../rig/customer.ts';
import type { HttpClient } from '../rig/http-client.ts';
import { figure } from '../rig/table.ts';
import { awaitAgreement } from './agreement.ts';
import type { Line, Log } from './proof.ts';
import type { TestEnvironment } from './test-environment.ts';

const CUSTOMERS = 8;
const SOLD_WITHIN_MS = 30_000;
const WAYS = 'pays, pays, pays, closes the window, changes the cart, captures without us, pays twice'.split(', ');

/** Harms the shop while people buy; describes what was done. */
export type Harm = (random: Random) => Promise<string>;

/** It goes on for so many seconds, or until it was harmed so many times, with a pause of these milliseconds before each. */
type Options = { seconds?: number; times?: number; seed: string; pause?: [number, number] };

/** What came of it, as a line of the table, with the orders that somebody began to pay for. */
export type Trade = Line & { orders: number[]; seconds: number; violations: string[] };

/**
 * Eight customers buy as fast as they can while something is harmed every few seconds; then nothing is harmed any more, and
 * the ledgers of the shop and of the provider must come to agree. A reply of the 500s other than 503 counts as lost too.
 */
export async function buyUnder(
  env: TestEnvironment,
  what: string,
  harm: Harm,
  { seconds = 0, times = 0, seed, pause = [2_000, 6_000] }: Options,
  log: Log,
): Promise<Trade> {
  await env.provider.call('POST', '/standin/webhooks', { release: true });
  const { client, take } = countReplies(env.client);
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => createCustomer(client)));
  const random = createRandom(seed);
  const orders = new Set<number>();
  let [isOver, faults] = [false, 0];
  take();
  const deadlocksBefore = (await env.deadlocks()).length;
  const buying = customers.map(async (customer, number) => {
    const own = createRandom(`${seed} shopper ${number}`);
    for (let note = 1; !isOver; note++) await buyOnce(env, customer, note, own, orders);
  });
  for (const end = Date.now() + seconds * 1000; faults < times || Date.now() < end; ) {
    await sleep(random.between(...pause));
    const done = await harm(random);
    log(`${++faults}: ${done}; ${env.promised.paid.size} orders said to be paid`);
  }
  isOver = true;
  await Promise.all(buying);
  const { answers, refused, failures, slowestMs } = take();
  const isOpen = await sellOnce(env);
  const agreement = await awaitAgreement(env);
  const violations = [...agreement.violations, ...(await env.deadlocks()).slice(deadlocksBefore)];
  if (!isOpen) violations.push(`Nobody could buy within ${SOLD_WITHIN_MS / 1000} s after it was over`);
  if (orders.size === 0) violations.push('Nobody bought anything meanwhile');
  const figures = [
    `${answers.toLocaleString('en-GB')} answers`,
    `${refused} told to come back`,
    `slowest ${figure(slowestMs / 1000)} s`,
    `ledgers agree after ${figure(agreement.seconds)} s`,
  ].join(', ');
  const line = { what, tried: orders.size, faults, lost: [...violations, ...failures], figures };
  return { ...line, orders: [...orders], seconds: agreement.seconds, violations };
}

/** Counts the replies to all that is sent by this client, from one `take` to the next. */
function countReplies(client: HttpClient) {
  const nothing = () => ({ answers: 0, refused: 0, failures: [] as string[], slowestMs: 0 });
  let tally = nothing();
  const send: HttpClient['send'] = async (request) => {
    const start = performance.now();
    try {
      const reply = await client.send(request);
      // A balancer's own page for a killed shop is no reply of the shop: HAProxy sends 502, 503 and 504 as HTML.
      if ([502, 503, 504].includes(reply.status) && reply.headers['content-type']?.includes('html')) return reply;
      tally.answers++;
      if (reply.status === 503) tally.refused++;
      else if (reply.status >= 500)
        tally.failures.push(`${request.method} ${request.path}: ${reply.status} ${reply.text}`);
      return reply;
    } finally {
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - start);
    }
  };
  const take = () => {
    const counted = tally;
    tally = nothing();
    return counted;
  };
  return { client: { ...client, send }, take };
}

/** Once nothing is harmed, a new customer must be able to buy. Older ones may wait until their payment is cleared up. */
async function sellOnce({ client, provider, promised }: TestEnvironment): Promise<boolean> {
  for (const end = Date.now() + SOLD_WITHIN_MS; Date.now() < end; await sleep(300)) {
    try {
      const customer = await createCustomer(client);
      promised.paid.add(await customer.buy(provider, { pick: 0, note: '1' }));
      return true;
    } catch {
      // Not yet.
    }
  }
  return false;
}

/** One customer comes once, and what the shop promised is written down. */
export async function buyOnce(
  { provider, promised }: TestEnvironment,
  customer: Customer,
  note: number,
  random: Random,
  orders: Set<number>,
): Promise<void> {
  try {
    const order = await customer.fillCart({ pick: random.between(0, 1000), note: String(note) });
    promised.notes.set(order.id, note);
    const payment = await customer.openPayment(order);
    orders.add(order.id);
    await provider.approve(payment);
    const way = random.oneOf(WAYS);
    if (way === 'closes the window') return;
    if (way === 'changes the cart' || way === 'captures without us') await customer.changeCart(order);
    if (way === 'captures without us') await provider.capture(payment);
    const clicks = Array.from({ length: way === 'pays twice' ? 3 : 1 }, () => customer.capture(order.id, payment));
    const states = await Promise.allSettled(clicks);
    if (states.some((state) => state.status === 'fulfilled' && state.value === 'paid')) promised.paid.add(order.id);
  } catch {
    // The shop is away, or refuses: customers come back a moment later.
    await sleep(random.between(50, 400));
  }
}
