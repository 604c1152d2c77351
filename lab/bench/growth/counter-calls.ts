import { FindOrders } from '#contract/desk-find-orders.ts';
import type { Deps } from '#server/deps.ts';
import { findOrders } from '#server/desk/find-orders.ts';
import { showOrder } from '#server/desk/show-order.ts';
import { sweepPayments } from '#server/features/payments/capture/sweep-payments.ts';
import { sweepLetters } from '#server/platform/mail/send/sweep-letters.ts';
import type { GrowthCall } from './growth-call.ts';
import { DESK_DAY, type Subject } from './subject.ts';

/** What no page waits for: the desk's commands and the sweeps of every few minutes. */
export function listCounterCalls({ counter, people }: Subject): GrowthCall[] {
  const clock = { now: () => new Date() };
  // There is nothing to do, so nothing else is asked for: finding that out is what must not cost more.
  const deps = { db: counter, clock } satisfies Partial<Deps> as unknown as Deps;
  const timed = (name: string, act: () => Promise<void>): GrowthCall => ({
    name,
    panel: 'Behind the counter',
    growth: 'flat',
    here: true,
    async run() {
      const start = performance.now();
      await act();
      return performance.now() - start;
    },
  });
  let number = 0;
  return [
    timed("the desk's orders of a day", async () => {
      await findOrders(deps, FindOrders.parse({ day: DESK_DAY }));
    }),
    timed("the desk's one order", async () => {
      await showOrder(deps, ['owner'], people.reader.orders[number++ % people.reader.orders.length] ?? 0);
    }),
    timed('sweep of payments', () => sweepPayments(deps)),
    timed('sweep of letters', () => sweepLetters(deps)),
  ];
}
