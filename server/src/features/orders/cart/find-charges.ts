import type { Day } from '#contract/day.ts';
import { formatDay, nextDelivery } from '#contract/delivery.ts';
import { surchargePenceOf } from '#contract/delivery-rules.ts';
import { toPence } from '#contract/money.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import type { Charges } from '../count-sums.ts';

/** The day that is promised when it is paid for now: the one chosen, or else the next. */
export const dayToPromise = (chosen: Day | null, { rules, now }: DeliveryTerms): Day =>
  chosen ?? nextDelivery(now, rules).day;

/** The delivery fee, and the surcharge of the day that would be promised. */
export function findCharges(chosen: Day | null, terms: DeliveryTerms): Charges {
  const { rules } = terms;
  const feePence = toPence(rules.fee);
  // Most shops have no such day, and every cart is priced here.
  if (!Object.values(rules.days).some(({ surcharge }) => surcharge)) return { feePence };
  const day = dayToPromise(chosen, terms);
  const pence = surchargePenceOf(day, rules);
  return pence === 0 ? { feePence } : { feePence, surcharge: { label: `Delivery on ${formatDay(day)}`, pence } };
}
