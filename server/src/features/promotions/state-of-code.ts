import type { Day } from '#contract/day.ts';
import type { CodeState } from '#contract/desk-codes.ts';
import type { PromoCodeRow } from './table.ts';

/** Whether a code can be used today, and if not, why. */
export function stateOfCode(
  { endedAt, validFrom, validUntil, maxUses }: PromoCodeRow,
  uses: number,
  today: Day,
): CodeState {
  if (endedAt) return 'ended';
  if (validUntil !== null && today > validUntil) return 'over';
  if (validFrom !== null && today < validFrom) return 'to come';
  return maxUses !== null && uses >= maxUses ? 'used up' : 'open';
}
