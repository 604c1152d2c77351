import type { Claim } from '#contract/claims.ts';
import { formatDay, londonDay, londonTime } from '#contract/delivery.ts';

const momentOf = (at: string): string => `${formatDay(londonDay(new Date(at)))} at ${londonTime(new Date(at))}`;

/** What became of a claim, for somebody who pressed after it was answered. */
export function describeAnswered({ id, answered_at, replacement }: Claim): string {
  const at = answered_at === null ? '' : `, on ${momentOf(answered_at)}`;
  if (!replacement) return `Claim ${id} was answered already${at}.`;
  const { order, delivery_date } = replacement;
  return `Claim ${id} was replaced already${at}: order ${order}, for ${formatDay(delivery_date)}.`;
}
