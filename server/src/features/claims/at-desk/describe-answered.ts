import type { Claim } from '#contract/claims.ts';
import { formatDay } from '#contract/delivery.ts';
import { formatMoment } from '#contract/moments.ts';

/** What became of a claim, for somebody who pressed after it was answered. */
export function describeAnswered({ id, answered_at, replacement }: Claim): string {
  const at = answered_at === null ? '' : `, on ${formatMoment(answered_at)}`;
  if (!replacement) return `Claim ${id} was answered already${at}.`;
  const { order, delivery_date } = replacement;
  return `Claim ${id} was replaced already${at}: order ${order}, for ${formatDay(delivery_date)}.`;
}
