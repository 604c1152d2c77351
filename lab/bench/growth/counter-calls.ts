import type { Desk } from '#server/command-line/desk.ts';
import { listDay, showOrder } from '#server/command-line/orders-desk.ts';
import type { Deps } from '#server/deps.ts';
import { sweepPayments } from '#server/features/payments/capture/sweep-payments.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sweepLetters } from '#server/platform/mail/send/sweep-letters.ts';
import type { GrowthCall } from './growth-call.ts';
import { DESK_DAY, type Subject } from './subject.ts';

/** What no page waits for: the desk's commands and the sweeps of every few minutes. */
export function listCounterCalls({ counter, people }: Subject): GrowthCall[] {
  const clock = { now: () => new Date() };
  const desk = {
    db: counter,
    clock,
    print: () => {},
    by: onCommandLine('bench'),
  } satisfies Partial<Desk> as unknown as Desk;
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
    timed("the desk's orders of a day", () => listDay(desk, DESK_DAY)),
    timed("the desk's one order", () =>
      showOrder(desk, people.reader.orders[number++ % people.reader.orders.length] ?? 0),
    ),
    timed('sweep of payments', () => sweepPayments(deps)),
    timed('sweep of letters', () => sweepLetters(deps)),
  ];
}
