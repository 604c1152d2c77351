import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Order } from '#contract/orders.ts';
import type { Random } from '#server/testing/random.ts';
import type { TestEnvironment } from '../test-environment.ts';
import type { SignedIn } from './signed-in-people.ts';

/** How many prepare at once; all of them press the button at once. */
const AT_ONCE = 25;
const DECIDED_WITHIN_MS = 240_000;

/** How it ended for somebody: `refused` was charged nothing, because the shop had none left for them. */
export type End = 'paid' | 'refused' | 'declined' | 'undecided';

/** Somebody who has approved a payment and is about to have it taken. */
export type Buyer = { person: SignedIn; paypalOrder: string; end: End };

/**
 * Gives each a cart that is ready, then opens and approves a payment for it. Nobody has begun to pay meanwhile: the provider keeps
 * its events to itself.
 */
export async function openPayments(
  { provider }: TestEnvironment,
  people: readonly SignedIn[],
  makeReady: (person: SignedIn, number: number) => Promise<Order>,
): Promise<Buyer[]> {
  const open = async (person: SignedIn, number: number): Promise<Buyer> => {
    const paypalOrder = await person.openPayment(await makeReady(person, number)).catch(ifNoneLeft);
    if (paypalOrder === undefined) return { person, paypalOrder: '', end: 'refused' };
    await provider.approve(paypalOrder);
    return { person, paypalOrder, end: 'undecided' };
  };
  await provider.call('POST', '/standin/webhooks', { hold: true });
  const opened = await pMap(people, open, { concurrency: AT_ONCE });
  await provider.call('POST', '/standin/webhooks', { release: true });
  return opened;
}

/** Nothing is opened for somebody when none is left by then. */
function ifNoneLeft(error: Error): undefined {
  if (!error.message.includes('was answered 400')) throw error;
}

export const count = (buyers: readonly Buyer[], ...ends: End[]): number =>
  buyers.filter(({ end }) => ends.includes(end)).length;

/** All of them have their payment taken at once. A lost answer is asked for again, as the page does. */
export async function captureAtOnce(buyers: readonly Buyer[], random: Random): Promise<void> {
  const deadline = Date.now() + DECIDED_WITHIN_MS;
  const decide = async (buyer: Buyer) => {
    while (buyer.end === 'undecided' && Date.now() < deadline) {
      buyer.end = await captureOnce(buyer);
      if (buyer.end === 'undecided') await sleep(random.between(1_000, 3_000));
    }
  };
  await Promise.all(buyers.map(decide));
}

async function captureOnce({ person, paypalOrder }: Buyer): Promise<End> {
  try {
    const state = await person.capture(person.cart, paypalOrder);
    if (state === 'paid' || state === 'declined') return state;
    return state === 'changed' ? 'refused' : 'undecided';
  } catch {
    // The shop was killed, or is just opening.
    return 'undecided';
  }
}
