import type { Day } from '#contract/day.ts';
import {
  addDays,
  type DayRefusal,
  findClosure,
  formatDay,
  nextChoice,
  nextDelivery,
  nextOpenDay,
  promiseFor,
} from '#contract/delivery.ts';
import { hasOpenedHolidays } from '#contract/delivery-rules.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import type { DeliveryTerms } from './delivery-cache.ts';

/** Refuses a day for which an order placed now cannot be promised, at its field. */
export function requireDay(chosen: string, terms: DeliveryTerms): void {
  const promise = promiseFor(terms.now, chosen, terms.rules);
  if (!promise.ok) throw new Invalid({ delivery_date: [refuseDay(promise.reason, chosen, terms)] });
}

/** Nobody is refused by rules of a second ago: a place may have been given back since. What refuses a day is done again. */
export async function byFreshRules<T>({ delivery }: Pick<Deps, 'delivery'>, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Invalid) || !('delivery_date' in error.fields)) throw error;
    await delivery.renew();
    return act();
  }
}

/** Why we do not deliver on the chosen day, in words, and when we do. */
export function refuseDay(reason: DayRefusal, chosen: string, terms: DeliveryTerms): string {
  return WORDS[reason](chosen, terms);
}

const NO_OTHER = 'There is no other day just now.';

const WORDS = {
  'not-a-day': () => 'This is not a day.',
  'too-soon': (_, { rules, now }) => {
    const first = nextChoice(now, rules);
    return `We cannot deliver that soon. ${first ? `The first possible day is ${formatDay(first)}.` : NO_OTHER}`;
  },
  'too-late': (_, { rules }) => `We deliver up to ${rules.days_ahead} days ahead.`,
  holiday: (day, terms) =>
    hasOpenedHolidays(terms.rules) ? sayClosed(day, terms) : 'We do not deliver on bank holidays.',
  closed: (day, terms) => sayClosed(day, terms),
  full: (day, terms) => `${formatDay(day)} is full. ${offerNext(day, terms)}`,
} satisfies Record<DayRefusal, (chosen: string, terms: DeliveryTerms) => string>;

function sayClosed(day: Day, terms: DeliveryTerms): string {
  const words = findClosure(day, terms.rules)?.words ?? 'we are closed';
  return `We do not deliver on ${formatDay(day)}: ${words.replace(/\.$/, '')}. ${offerNext(day, terms)}`;
}

/** The first possible day after one that is not. */
function offerNext(refused: Day, { rules, now }: DeliveryTerms): string {
  const first = nextDelivery(now, rules).day;
  const next = first > refused ? first : nextOpenDay(addDays(refused, 1), rules);
  if (!promiseFor(now, next, rules).ok) return NO_OTHER;
  return `The next possible day is ${formatDay(next)}.`;
}
