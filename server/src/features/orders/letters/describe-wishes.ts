import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import type { OrderRow } from '../table.ts';

type Wishes = Pick<OrderRow, 'driverNote' | 'nobodyIn' | 'swapChoice'>;

/** The wishes for the day, a line each. */
export const describeWishes = ({ driverNote, nobodyIn, swapChoice }: Wishes): string[] => [
  ...(nobodyIn ? [`If nobody is in: ${NOBODY_IN_WORDS[nobodyIn].toLowerCase()}`] : []),
  ...(driverNote ? [`For the driver: ${driverNote}`] : []),
  `If a flower is missing: ${swapChoice === 'ask' ? 'ask first' : 'choose something as lovely'}`,
];
