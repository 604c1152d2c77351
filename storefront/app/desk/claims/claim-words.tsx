import { formatDay, formatTimeLeft } from '#contract/delivery.ts';
import type { DeskClaim } from '#contract/desk-claims.ts';
import { formatPounds } from '#contract/money.ts';

export const nameOf = ({ bouquets }: Pick<DeskClaim, 'bouquets'>): string =>
  bouquets.map(({ name }) => name).join(', ') || 'Flowers';

/** In the middle of a sentence. */
const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

export function WaitsBecause({ why }: { why: string | null }) {
  if (why === null) return null;
  return (
    <p className="mb-3.5 text-marigold-ink text-small">
      <b>Waits because</b> {lower(why)}
    </p>
  );
}

type Outcome = Pick<DeskClaim, 'replacement' | 'answer' | 'refunded'>;

export function describeOutcome({ replacement, answer, refunded }: Outcome): string {
  if (refunded !== null) return `Refunded ${formatPounds(refunded)}`;
  if (replacement) return `Replaced by order ${replacement.order}, for ${formatDay(replacement.delivery_date)}`;
  return answer ? 'Answered' : 'Closed';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `Waiting 1 day 2 h`, or `Waiting 3 h 10 min`. */
export function waitingWords(since: string, now: Date): string {
  const ms = now.getTime() - new Date(since).getTime();
  const days = Math.floor(ms / DAY_MS);
  if (days === 0) return `Waiting ${formatTimeLeft(ms)}`;
  const hours = Math.floor((ms % DAY_MS) / (60 * 60 * 1000));
  return `Waiting ${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`;
}
