import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { useRootData } from './root-data.ts';
import { useRulesSince } from './shop-clock.ts';

/** The owner's rules of delivery: as the shop last told them, before that as the page was rendered with. */
export function useDeliveryRules(): DeliveryRules {
  return useRulesSince(useRootData()?.rules ?? DEFAULT_RULES);
}

/** On some days delivery costs more. */
export const hasSurcharges = ({ days }: DeliveryRules): boolean =>
  Object.values(days).some(({ surcharge }) => surcharge !== undefined);

/** `12 noon`, `10.30 am`, `2 pm`. */
export function cutOffWords(time: string): string {
  if (time === '12:00') return '12 noon';
  if (time === '00:00') return 'midnight';
  const { hour, minute, half } = readTime(time);
  return `${hour}${minute === '00' ? '' : `.${minute}`} ${half.toLowerCase()}`;
}

/** `12:00 PM`. */
export function clockWords(time: string): string {
  const { hour, minute, half } = readTime(time);
  return `${hour}:${minute} ${half}`;
}

/** The minute before: `11.59 in the morning`. */
export function lastMinuteWords(time: string): string {
  const minutes = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 1439) % 1440;
  const hours = Math.floor(minutes / 60);
  const part = hours < 12 ? 'morning' : hours < 18 ? 'afternoon' : 'evening';
  return `${hours % 12 || 12}.${String(minutes % 60).padStart(2, '0')} in the ${part}`;
}

function readTime(time: string): { hour: number; minute: string; half: 'AM' | 'PM' } {
  const hours = Number(time.slice(0, 2));
  return { hour: hours % 12 || 12, minute: time.slice(3), half: hours < 12 ? 'AM' : 'PM' };
}
