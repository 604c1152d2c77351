import type { Day } from '#contract/day.ts';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { countDiscount, type Discountable, sayTooLittle } from '#contract/discount.ts';
import type { PromoCodeRow } from './table.ts';

/** What of a code was used up when somebody wants to use it. Counted only where the code has such a limit. */
export type CodeUses = {
  inAll: number;
  /** By this person. */
  own: number;
  /** This person has ordered before. */
  hasOrdered: boolean;
};

type Use = { code: PromoCodeRow; uses: CodeUses; cart: Discountable; today: Day };

/** In this order: what no cart could mend comes first. */
const REFUSALS: readonly { when: (use: Use) => boolean; words: (use: Use) => string }[] = [
  { when: ({ code }) => code.endedAt !== null, words: ({ code }) => `${code.code} has ended.` },
  {
    when: ({ code, today }) => code.validUntil !== null && today > code.validUntil,
    words: ({ code }) => `${code.code} could be used until ${formatDay(code.validUntil as Day)}.`,
  },
  {
    when: ({ code, today }) => code.validFrom !== null && today < code.validFrom,
    words: ({ code }) => `${code.code} can be used from ${formatDay(code.validFrom as Day)} on.`,
  },
  {
    when: ({ code, uses }) => code.maxUsesEach !== null && uses.own >= code.maxUsesEach,
    words: ({ code }) =>
      code.maxUsesEach === 1
        ? `You have used ${code.code} already.`
        : `You have used ${code.code} ${code.maxUsesEach} times already, as often as it can be.`,
  },
  {
    when: ({ code, uses }) => code.firstOrderOnly && uses.hasOrdered,
    words: ({ code }) => `${code.code} is for a first order.`,
  },
  {
    when: ({ code, uses }) => code.maxUses !== null && uses.inAll >= code.maxUses,
    words: ({ code }) => `${code.code} has been used up.`,
  },
  {
    when: ({ code, cart }) => cart.goodsPence > 0 && cart.goodsPence < (code.leastPence ?? 0),
    words: ({ code, cart }) => sayTooLittle(code.code, code.leastPence ?? 0, cart.goodsPence),
  },
  {
    when: ({ code, cart }) => cart.goodsPence > 0 && countDiscount(code, cart) === 0,
    words: ({ code }) => `${code.code} takes nothing off this cart.`,
  },
];

/** Why a code cannot be used for a cart now, in the buyer's words; null if it can. An empty cart is told nothing of sums. */
export function findCodeProblem(code: PromoCodeRow, uses: CodeUses, cart: Discountable, now: Date): string | null {
  const use = { code, uses, cart, today: londonDay(now) };
  return REFUSALS.find(({ when }) => when(use))?.words(use) ?? null;
}
