import type { NobodyIn, SwapChoice } from './wishes.ts';

// In a file of their own, so that a page need not load the schemas.

/** The wishes for the day, in the words that the buyer chose them by; the driver and the florist read the same. */
export const NOBODY_IN_WORDS = {
  neighbour: 'Leave them with a neighbour',
  porch: 'Leave them in the porch',
  'try again': 'Try again later',
} as const satisfies Record<NobodyIn, string>;

export const SWAP_WORDS = {
  choose: 'Choose something as lovely',
  ask: 'Ask me first, by email',
} as const satisfies Record<SwapChoice, string>;
