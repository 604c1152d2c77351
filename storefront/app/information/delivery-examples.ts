import type { DeliveryRules } from '#contract/delivery-rules.ts';
import { cutOffWords, lastMinuteWords } from '../shell/delivery-rules.ts';
import { WEEKDAYS } from './closed-days.ts';

/** The first day after a weekday that an order paid at a time of it reaches, in a week without bank holidays. */
function arrivalOf(paid: number, time: string, { weekdays, cut_off }: DeliveryRules): string {
  for (let later = 1; later <= 8; later += 1) {
    const weekday = (paid + later) % 7;
    const { closed, cut_off: own = cut_off } = weekdays[weekday] ?? {};
    // The cut-off of any later day has not come yet.
    if (closed || (later === 1 && time >= own)) continue;
    return `${WEEKDAYS[weekday]}${later < 7 ? '' : ' a week later'}`;
  }
  return '';
}

/** By the cut-off of the day that an order just reaches or just misses. None where no day of the week is open. */
export function listExamples(rules: DeliveryRules): { paid: string; arrives: string }[] {
  const eve = [1, 2, 3, 4, 5, 6, 0].find((weekday) => !rules.weekdays[(weekday + 1) % 7]?.closed);
  if (eve === undefined) return [];
  const cutOff = rules.weekdays[(eve + 1) % 7]?.cut_off ?? rules.cut_off;
  return [
    { paid: `${WEEKDAYS[eve]}, ${lastMinuteWords(cutOff)}`, arrives: arrivalOf(eve, '', rules) },
    { paid: `${WEEKDAYS[eve]}, ${cutOffWords(cutOff)}`, arrives: arrivalOf(eve, cutOff, rules) },
    { paid: 'Friday, 9 in the morning', arrives: arrivalOf(5, '09:00', rules) },
    { paid: 'Saturday, 8 in the evening', arrives: arrivalOf(6, '20:00', rules) },
  ];
}
