import { formatDay } from '#contract/delivery.ts';
import type { DeskClaim } from '#contract/desk-claims.ts';

export const nameOf = ({ bouquets }: Pick<DeskClaim, 'bouquets'>): string =>
  bouquets.map(({ name }) => name).join(', ') || 'Flowers';

/** In the middle of a sentence. */
const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

export function WaitsBecause({ why }: { why: string | null }) {
  if (why === null) return null;
  return (
    <p className="claim-why">
      <b>Waits because</b> {lower(why)}
    </p>
  );
}

export function describeOutcome({ replacement, answer }: DeskClaim): string {
  if (replacement) return `Replaced by order ${replacement.order}, for ${formatDay(replacement.delivery_date)}`;
  return answer ? 'Answered' : 'Closed';
}
