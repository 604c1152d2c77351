import type { Day } from '#contract/day.ts';
import { addDays, isDeliveryDay, nextDelivery } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';

/**
 * The last day on which flowers can come in time for a date: the date itself, or an earlier one if we do not deliver then or all
 * places are taken. Undefined if none is left: then a letter would be of no use.
 */
export function deliveryFor(date: Day, now: Date, rules: DeliveryRules): Day | undefined {
  const { day: soonest } = nextDelivery(now, rules);
  for (let day = date; day >= soonest; day = addDays(day, -1)) {
    if (isDeliveryDay(day, rules) && !rules.full.includes(day)) return day;
  }
  return undefined;
}
